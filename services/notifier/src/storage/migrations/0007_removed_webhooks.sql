-- As before, but what was charged stays: it counts for the day's maximum, and can be replayed to a webhook that is set later.
CREATE OR REPLACE FUNCTION notifier.forget_what_waits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- First: who works on it locks this row, and has committed or lost its lease from here on.
  DELETE FROM notifier.webhook_queue WHERE saved_search_id = NEW.saved_search_id;
  DELETE FROM notifier.match WHERE saved_search_id = NEW.saved_search_id AND waits;
  DELETE FROM notifier.delivery WHERE saved_search_id = NEW.saved_search_id AND state = 'unpaid';
  UPDATE notifier.delivery SET state = 'failed', last_failure = coalesce(last_failure, 'The webhook was removed.')
  WHERE saved_search_id = NEW.saved_search_id AND state = 'pending';
  RETURN NULL;
END
$$;
