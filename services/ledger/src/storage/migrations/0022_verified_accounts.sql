-- How far each account's entries are verified, so that the next verification reads only what is new. Written by
-- verification alone; nothing that charges, credits, or signs reads it. Lost rows cost a reading from the start.
CREATE TABLE ledger.verified_account (
  -- First day of the month whose totals and links are verified.
  month date NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  -- When its reading from the start began: a change to an older entry is found once this is a day ago.
  started_at timestamptz NOT NULL,
  -- See domain/verified.ts.
  state jsonb NOT NULL,
  PRIMARY KEY (month, account_id)
) WITH (autovacuum_vacuum_scale_factor = 0.05);
