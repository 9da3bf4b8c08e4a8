-- The host of a queued saved search's webhook, without a port: a name, or an address in brackets; null without a webhook.
-- In the queue, because a claim passes over thousands of saved searches at a host that hangs: looking each of them up held
-- up all other hosts. Triggers, because the previous version writes the queue, too.
CREATE FUNCTION notifier.host_of(url text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT lower(substring(url FROM '://(\[[^]]*\]|[^/:?]*)'))
$$;

ALTER TABLE notifier.webhook_queue ADD COLUMN host text COLLATE "C";

CREATE FUNCTION notifier.set_queue_host() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.host := (SELECT notifier.host_of(webhook_url) FROM notifier.saved_search
    WHERE saved_search_id = NEW.saved_search_id);
  RETURN NEW;
END
$$;

CREATE TRIGGER set_queue_host BEFORE INSERT ON notifier.webhook_queue
  FOR EACH ROW EXECUTE FUNCTION notifier.set_queue_host();

CREATE FUNCTION notifier.change_queue_host() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE notifier.webhook_queue SET host = notifier.host_of(NEW.webhook_url)
  WHERE saved_search_id = NEW.saved_search_id;
  RETURN NULL;
END
$$;

CREATE TRIGGER change_queue_host AFTER UPDATE OF webhook_url ON notifier.saved_search
  FOR EACH ROW WHEN (OLD.webhook_url IS DISTINCT FROM NEW.webhook_url) EXECUTE FUNCTION notifier.change_queue_host();

UPDATE notifier.webhook_queue AS queue SET host = notifier.host_of(webhook_url)
FROM notifier.saved_search AS saved WHERE saved.saved_search_id = queue.saved_search_id;
