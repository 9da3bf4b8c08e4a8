-- When a person last looked at a saved search in the dashboard. Which saved searches there are the notifier knows; a row of one
-- that was deleted expires like all others. The previous version does not know the table.
CREATE TABLE identity.saved_search_visit (
  account_id uuid NOT NULL REFERENCES identity.account,
  saved_search_id uuid NOT NULL,
  -- The latest look of the latest visit.
  visited_at timestamptz NOT NULL,
  -- The same of the visit before.
  visited_before_at timestamptz,
  PRIMARY KEY (account_id, saved_search_id)
);
CREATE INDEX saved_search_visit_age ON identity.saved_search_visit (visited_at);
