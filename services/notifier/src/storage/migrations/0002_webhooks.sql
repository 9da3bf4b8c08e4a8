-- What matches saved searches with webhooks, and what is sent of it.

-- A signal that matched a saved search: once each, whatever its versions. Rows go after 30 days, as does what an account has paid for.
CREATE TABLE notifier.match (
  saved_search_id uuid NOT NULL REFERENCES notifier.saved_search ON DELETE CASCADE,
  signal_id numeric(19, 0) NOT NULL,
  -- Of the catalog: the order of deliveries.
  version bigint NOT NULL,
  -- Not in a delivery yet.
  waits boolean NOT NULL DEFAULT true,
  matched_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (saved_search_id, signal_id)
);
CREATE INDEX match_waiting ON notifier.match (saved_search_id, version, signal_id) WHERE waits;
CREATE INDEX match_age ON notifier.match (matched_at);

CREATE TABLE notifier.delivery (
  -- A UUIDv7: the webhook-id, and the event id of its charge.
  delivery_id uuid PRIMARY KEY,
  saved_search_id uuid NOT NULL REFERENCES notifier.saved_search ON DELETE CASCADE,
  -- The order in which deliveries of a saved search are made and sent.
  position bigint GENERATED ALWAYS AS IDENTITY,
  is_test boolean NOT NULL DEFAULT false,
  signal_ids numeric(19, 0)[] NOT NULL,
  -- The exact text that is sent. Written anew only to leave out what was withdrawn.
  body text NOT NULL,
  state text NOT NULL CONSTRAINT delivery_state_known CHECK (state IN ('unpaid', 'pending', 'delivered', 'failed')),
  paid_at timestamptz,
  charged_records integer NOT NULL DEFAULT 0,
  attempts integer NOT NULL DEFAULT 0,
  -- Of this round: a replay begins another.
  round_attempts integer NOT NULL DEFAULT 0,
  round_began_at timestamptz,
  last_attempt_at timestamptz,
  last_status smallint,
  last_failure text,
  next_attempt_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX delivery_open ON notifier.delivery (saved_search_id, position) WHERE state IN ('unpaid', 'pending');
CREATE INDEX delivery_newest ON notifier.delivery (saved_search_id, delivery_id DESC);
CREATE INDEX delivery_paid ON notifier.delivery (saved_search_id, paid_at) WHERE paid_at IS NOT NULL;
CREATE INDEX delivery_age ON notifier.delivery (created_at);

-- A saved search that something waits for. Who holds the lease works on it, so its deliveries keep their order. A process that died
-- holds it until lease_until.
CREATE TABLE notifier.webhook_queue (
  saved_search_id uuid PRIMARY KEY REFERENCES notifier.saved_search ON DELETE CASCADE,
  account_id uuid NOT NULL,
  -- infinity: until its saved search changes, or something is replayed.
  next_at timestamptz NOT NULL DEFAULT now(),
  -- Since the lease was taken: matches came, so it is not idle; it changed or something is replayed, so it does not wait.
  has_matches boolean NOT NULL DEFAULT false,
  is_changed boolean NOT NULL DEFAULT false,
  lease uuid,
  lease_until timestamptz
);
CREATE INDEX webhook_queue_next ON notifier.webhook_queue (next_at);

-- Without a webhook nothing waits: one that is set later begins with what is published from then on. What was paid and not delivered
-- stays paid, so /changes gives it for nothing.
CREATE FUNCTION notifier.forget_what_waits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- First: who works on it locks this row, and has committed or lost its lease from here on.
  DELETE FROM notifier.webhook_queue WHERE saved_search_id = NEW.saved_search_id;
  DELETE FROM notifier.match WHERE saved_search_id = NEW.saved_search_id AND waits;
  DELETE FROM notifier.delivery WHERE saved_search_id = NEW.saved_search_id AND state IN ('unpaid', 'pending');
  RETURN NULL;
END
$$;
CREATE TRIGGER forget_what_waits AFTER UPDATE OF webhook_url ON notifier.saved_search
  FOR EACH ROW WHEN (OLD.webhook_url IS NOT NULL AND NEW.webhook_url IS NULL)
  EXECUTE FUNCTION notifier.forget_what_waits();
