-- Looks at one company's signals within days: for company-scoped groups beside a filter of days.
DROP INDEX catalog.signal_company;
CREATE INDEX signal_company ON catalog.signal (company_id, activity_date DESC);
