-- Saved searches with so many waiting matches that more are not stored: the catalog's changes after this place are read
-- once fewer wait. No delivery contains anything beyond it, so they keep their order. A table, because the previous
-- version deletes rows of the queue.
CREATE TABLE notifier.backlog (
  saved_search_id uuid PRIMARY KEY REFERENCES notifier.saved_search ON DELETE CASCADE,
  -- After the change of this version and id, which need not exist.
  version bigint NOT NULL,
  id numeric(19, 0) NOT NULL
);

-- As before, with the backlog.
CREATE OR REPLACE FUNCTION notifier.forget_what_waits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- First: who works on it locks this row, and has committed or lost its lease from here on.
  UPDATE notifier.webhook_queue SET lease = NULL, lease_until = NULL, next_at = now(), on_hold = NULL
  WHERE saved_search_id = NEW.saved_search_id;
  DELETE FROM notifier.backlog WHERE saved_search_id = NEW.saved_search_id;
  DELETE FROM notifier.match WHERE saved_search_id = NEW.saved_search_id AND (waits OR signal_id IN (
    SELECT unnest(signal_ids) FROM notifier.delivery WHERE saved_search_id = NEW.saved_search_id AND state = 'unpaid'
  ));
  UPDATE notifier.delivery SET is_unmade = true WHERE saved_search_id = NEW.saved_search_id AND state = 'unpaid';
  UPDATE notifier.delivery SET state = 'failed', last_failure = coalesce(last_failure, 'The webhook was removed.')
  WHERE saved_search_id = NEW.saved_search_id AND state = 'pending';
  RETURN NULL;
END
$$;
