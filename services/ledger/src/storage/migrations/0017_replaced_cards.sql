-- Cards that others replaced, by the payment provider's names. It still has them until it has detached them. They are kept, so that a
-- repeated message does not bring one back.
CREATE TABLE ledger.replaced_card (
  payment_method_id text PRIMARY KEY,
  detached_at timestamptz
);
CREATE INDEX replaced_card_attached ON ledger.replaced_card (payment_method_id) WHERE detached_at IS NULL;

-- By a trigger: the previous version saves cards as well.
CREATE FUNCTION ledger.note_replaced_card() RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO ledger.replaced_card (payment_method_id) VALUES (OLD.payment_method_id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER auto_top_up_card_replaced AFTER UPDATE OF payment_method_id ON ledger.auto_top_up FOR EACH ROW
  WHEN (OLD.payment_method_id <> NEW.payment_method_id)
  EXECUTE FUNCTION ledger.note_replaced_card();
