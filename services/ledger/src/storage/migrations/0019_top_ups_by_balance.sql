-- As in 0014, but whether another purchase is due is looked up only of accounts whose balance is too low. Without CASE,
-- the planner had it looked up of all accounts with automatic top-ups, before it joined their balances.
CREATE OR REPLACE FUNCTION ledger.lease_top_ups(p_limit integer, p_lease interval, p_per_day integer)
RETURNS SETOF ledger.top_up LANGUAGE plpgsql
SET enable_seqscan = off
AS $$
DECLARE
  v_account_id text[];
BEGIN
  v_account_id := ARRAY(
    SELECT setting.account_id
    FROM ledger.auto_top_up AS setting JOIN ledger.account USING (account_id)
    WHERE is_on
      AND CASE WHEN balance_micros < below_micros THEN ledger.is_top_up_due(setting.account_id, p_per_day) END
    LIMIT p_limit
    FOR UPDATE OF setting SKIP LOCKED
  );

  INSERT INTO ledger.top_up (top_up_id, account_id, micros, customer_id, payment_method_id)
  SELECT gen_random_uuid(), account_id, amount_micros, customer_id, payment_method_id
  FROM ledger.auto_top_up
  WHERE account_id = ANY (v_account_id) AND ledger.is_top_up_due(account_id, p_per_day)
  ON CONFLICT DO NOTHING;

  RETURN QUERY
  UPDATE ledger.top_up SET tries = tries + 1, leased_until = now() + p_lease
  WHERE top_up_id = ANY (ARRAY(
    SELECT top_up_id FROM ledger.top_up WHERE state = 'open' AND leased_until <= now()
    ORDER BY leased_until LIMIT p_limit
    FOR UPDATE SKIP LOCKED
  ))
  RETURNING top_up.*;
END
$$;
