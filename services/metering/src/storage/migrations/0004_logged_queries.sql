-- Queries of accounts that chose to have them in the log of their requests. The previous version writes and reads none.
ALTER TABLE metering.request_log ADD COLUMN query text COLLATE "C";
CREATE INDEX request_log_query ON metering.request_log (account_id, entry_id) WHERE query IS NOT NULL;

-- Accounts that no longer have: entries before the id get none, however late they arrive.
CREATE TABLE metering.forgotten_queries (
  account_id text COLLATE "C" PRIMARY KEY,
  before_id uuid NOT NULL
);
