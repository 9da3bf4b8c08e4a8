-- The checks of an entry in one function.
--
-- PostgreSQL reads the expression of each check constraint from its text anew in every statement that writes the table. Those of
-- ledger.entry had grown to 18 KB, and reading them cost a small batch of charges more than storing its entries. A function is
-- compiled once for each session. What it refuses, and under which names, is what the constraints refused: as there, a condition
-- that is unknown because of a null holds.
CREATE FUNCTION ledger.check_entry(
  p_entry_id uuid, p_kind text, p_api_records bigint, p_cli_records bigint, p_subscription_records bigint,
  p_balance_micros bigint, p_credential_id text, p_channel text, p_operation text, p_mode text, p_records integer,
  p_prepaid_records integer, p_request_id text, p_remaining_records bigint, p_reason text, p_reverses_entry_id uuid,
  p_web_request_id uuid, p_web_search integer
)
RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  v_broken text := CASE
    WHEN p_kind NOT IN ('grant', 'charge', 'credit', 'subscription', 'expiry', 'reversal') THEN 'entry_kind'
    WHEN p_kind = 'charge' AND NOT (
      p_credential_id IS NOT NULL AND p_channel IN ('api', 'cli', 'web')
      AND p_operation IS NOT NULL AND p_mode IN ('', 'keyword', 'semantic', 'count') AND p_request_id IS NOT NULL
      AND p_remaining_records IS NOT NULL
      AND p_api_records <= 0 AND p_cli_records <= 0 AND p_subscription_records <= 0 AND p_balance_micros <= 0
      AND (p_prepaid_records = 0) = (p_balance_micros = 0)
      AND p_records = p_prepaid_records - p_api_records - p_cli_records - p_subscription_records
    ) THEN 'entry_charge_is_whole'
    WHEN p_kind = 'credit' AND NOT p_balance_micros > 0 THEN 'entry_credit_is_positive'
    WHEN (p_kind = 'reversal') <> (p_reverses_entry_id IS NOT NULL) THEN 'entry_reversal_is_whole'
    WHEN p_kind = 'reversal' AND NOT (
      p_reason IS NOT NULL AND p_reason <> '' AND p_reverses_entry_id <> p_entry_id
      AND p_api_records >= 0 AND p_cli_records >= 0 AND p_subscription_records >= 0
      -- Of a charge it gives back, of a credit it takes back.
      AND (p_balance_micros >= 0 OR (p_api_records = 0 AND p_cli_records = 0 AND p_subscription_records = 0))
    ) THEN 'entry_reversal_is_whole'
    WHEN p_channel = 'web' AND NOT (
      p_kind = 'charge' AND p_records = 0 AND p_web_request_id IS NOT NULL AND (p_web_search IS NULL OR p_web_search > 0)
    ) THEN 'entry_web_request_is_free'
    WHEN p_channel IS DISTINCT FROM 'web' AND NOT (p_web_request_id IS NULL AND p_web_search IS NULL)
      THEN 'entry_web_request_is_free'
  END;
BEGIN
  IF v_broken IS NULL THEN
    RETURN true;
  END IF;
  RAISE EXCEPTION 'new row for relation "entry" violates check constraint "%"', v_broken
    USING ERRCODE = 'check_violation', SCHEMA = 'ledger', TABLE = 'entry', CONSTRAINT = v_broken;
END
$$;

-- NOT VALID: each row that is there holds it, and looking at all of them would keep charges waiting.
ALTER TABLE ledger.entry ADD CONSTRAINT entry_is_whole CHECK (ledger.check_entry(
  entry_id, kind, api_records, cli_records, subscription_records, balance_micros, credential_id, channel, operation, mode,
  records, prepaid_records, request_id, remaining_records, reason, reverses_entry_id, web_request_id, web_search
)) NOT VALID;
ALTER TABLE ledger.entry DROP CONSTRAINT entry_kind, DROP CONSTRAINT entry_charge_is_whole,
  DROP CONSTRAINT entry_credit_is_positive, DROP CONSTRAINT entry_reversal_is_whole,
  DROP CONSTRAINT entry_web_request_is_free;
