-- What deliveries of deleted saved searches may have been charged; a row goes once the ledger has voided its charge.
CREATE TABLE notifier.charge_to_void (
  -- The delivery.
  event_id uuid PRIMARY KEY,
  account_id uuid NOT NULL,
  saved_search_id uuid NOT NULL,
  next_at timestamptz NOT NULL DEFAULT now(),
  -- After the next attempt.
  pause interval NOT NULL DEFAULT '2 seconds'
);
CREATE INDEX charge_to_void_next ON notifier.charge_to_void (next_at);

-- By a trigger, so that deletions by the previous version do it too.
CREATE FUNCTION notifier.keep_charges_to_void() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The row is locked by now: who was working on its deliveries has committed, or has lost its lease.
  INSERT INTO notifier.charge_to_void (event_id, account_id, saved_search_id)
  SELECT delivery_id, OLD.account_id, saved_search_id FROM notifier.delivery
  WHERE saved_search_id = OLD.saved_search_id AND state = 'unpaid';
  RETURN OLD;
END
$$;
CREATE TRIGGER keep_charges_to_void BEFORE DELETE ON notifier.saved_search
  FOR EACH ROW EXECUTE FUNCTION notifier.keep_charges_to_void();
