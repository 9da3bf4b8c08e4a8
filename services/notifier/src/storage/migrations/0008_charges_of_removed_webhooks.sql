-- As before, but what is being charged, or may have been, is unmade first, which voids its charge; and its matches go, so
-- that a webhook which is set later gets these signals when they change.
CREATE OR REPLACE FUNCTION notifier.forget_what_waits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- First: who works on it locks this row, and has committed or lost its lease from here on.
  UPDATE notifier.webhook_queue SET lease = NULL, lease_until = NULL, next_at = now(), on_hold = NULL
  WHERE saved_search_id = NEW.saved_search_id;
  DELETE FROM notifier.match WHERE saved_search_id = NEW.saved_search_id AND (waits OR signal_id IN (
    SELECT unnest(signal_ids) FROM notifier.delivery WHERE saved_search_id = NEW.saved_search_id AND state = 'unpaid'
  ));
  UPDATE notifier.delivery SET is_unmade = true WHERE saved_search_id = NEW.saved_search_id AND state = 'unpaid';
  UPDATE notifier.delivery SET state = 'failed', last_failure = coalesce(last_failure, 'The webhook was removed.')
  WHERE saved_search_id = NEW.saved_search_id AND state = 'pending';
  RETURN NULL;
END
$$;
