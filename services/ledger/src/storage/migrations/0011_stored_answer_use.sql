-- What stored answers take, by account and hour. A trigger counts, so that what the version before this one stores is counted too;
-- what was stored before this migration is not, and is gone after a day.
CREATE TABLE ledger.stored_answer_use (
  account_id text COLLATE "C" NOT NULL,
  -- Of its test keys: tests never hold up live traffic.
  is_test boolean NOT NULL,
  hour timestamptz NOT NULL,
  answers bigint NOT NULL,
  bytes bigint NOT NULL,
  PRIMARY KEY (account_id, is_test, hour)
)
-- Rewritten by every batch: room on its page keeps the rewrites out of the indexes.
WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 200);
CREATE INDEX stored_answer_use_hour ON ledger.stored_answer_use (hour);

-- In the transaction of the charges, under the locks of their accounts; in one order, so that transactions wait and never in a circle.
CREATE FUNCTION ledger.count_stored_answers() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off
AS $$
BEGIN
  INSERT INTO ledger.stored_answer_use AS used (account_id, is_test, hour, answers, bytes)
  SELECT account_id, channel = 'test', date_trunc('hour', now(), 'UTC'), count(*), sum(octet_length(body))
  FROM stored GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (account_id, is_test, hour) DO UPDATE
  SET answers = used.answers + excluded.answers, bytes = used.bytes + excluded.bytes;
  RETURN NULL;
END
$$;

CREATE TRIGGER stored_answer_is_counted AFTER INSERT ON ledger.stored_answer REFERENCING NEW TABLE AS stored
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.count_stored_answers();
