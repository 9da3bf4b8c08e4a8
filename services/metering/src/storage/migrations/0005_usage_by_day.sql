-- For sums over all accounts. None of its columns ever changes, so rewriting a row stays out of the index.
CREATE INDEX usage_day_by_day ON metering.usage_day (day);
