-- Refunds and disputes that claim the same payment, and ends of plans.
--
-- Functions that are replaced keep their arguments: the previous version of the program calls them too.

-- Of a refund: how much of its credit it claims, however little it took; of one that is given back, the same below zero. Null before
-- this migration: what it moved is what it claimed.
ALTER TABLE ledger.entry ADD COLUMN claimed_micros bigint;

-- As in 0008, but what is given back leaves what the credit's other refunds and disputes claim. One that arrived when nothing was left
-- took nothing, and is not repeated.
CREATE OR REPLACE FUNCTION ledger.settle_refund(
  p_account_id text, p_payment_reference text, p_reference text, p_micros bigint, p_is_returned boolean, p_reason text
)
RETURNS TABLE (outcome text, moved bigint, balance bigint) LANGUAGE plpgsql
SET enable_seqscan = off
AS $$
DECLARE
  v_balance bigint;
  v_credit ledger.entry;
  v_taken bigint;
  v_claimed bigint;
  v_returned bigint;
  v_moved bigint;
BEGIN
  SELECT balance_micros INTO v_balance FROM ledger.account WHERE account_id = p_account_id FOR NO KEY UPDATE;
  SELECT * INTO v_credit FROM ledger.entry
  WHERE account_id = p_account_id AND reference = p_payment_reference AND kind = 'credit';
  IF NOT FOUND THEN
    RETURN QUERY SELECT 'absent', 0::bigint, v_balance;
    RETURN;
  END IF;
  SELECT -balance_micros, coalesce(claimed_micros, -balance_micros) INTO v_taken, v_claimed FROM ledger.entry
  WHERE account_id = p_account_id AND reference = p_reference;
  SELECT balance_micros INTO v_returned FROM ledger.entry
  WHERE account_id = p_account_id AND reference = p_reference || ':returned';
  IF v_returned IS NOT NULL OR (v_taken IS NOT NULL AND NOT p_is_returned) THEN
    RETURN QUERY SELECT 'repeated', coalesce(v_returned, v_taken), v_balance;
    RETURN;
  END IF;

  IF p_is_returned THEN
    v_claimed := -coalesce(v_claimed, 0);
    SELECT greatest(0, taken - (claimed + v_claimed)) INTO v_moved
    FROM (
      SELECT coalesce(sum(-balance_micros), 0) AS taken, coalesce(sum(coalesce(claimed_micros, -balance_micros)), 0) AS claimed
      FROM ledger.entry WHERE of_credit_id = v_credit.entry_id
    ) AS refunds;
  ELSE
    v_claimed := p_micros;
    -- After a refund that was taken nothing of the same payment is left to a dispute of it, and the other way round.
    v_moved := greatest(0, least(p_micros, v_balance, ledger.left_of_credit(v_credit)));
  END IF;
  INSERT INTO ledger.entry (
    entry_id, account_id, kind, balance_micros, created_at, reference, reason, of_credit_id, claimed_micros
  )
  VALUES (
    gen_random_uuid(), p_account_id, 'refund', CASE WHEN p_is_returned THEN v_moved ELSE -v_moved END, now(),
    CASE WHEN p_is_returned THEN p_reference || ':returned' ELSE p_reference END, p_reason, v_credit.entry_id,
    v_claimed
  );
  v_balance := v_balance + CASE WHEN p_is_returned THEN v_moved ELSE -v_moved END;
  UPDATE ledger.account SET balance_micros = v_balance WHERE account_id = p_account_id;
  RETURN QUERY SELECT 'settled', v_moved, v_balance;
END
$$;

-- As in 0007, but the allowance is over for transactions that began before this one and lock the account after it: to their clock
-- the end would still be ahead, with nothing left.
CREATE OR REPLACE FUNCTION ledger.end_plan_allowance(p_account_id text, p_ends_at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := now();
  v_account ledger.account;
BEGIN
  SELECT * INTO v_account FROM ledger.account WHERE account_id = p_account_id;
  -- A plan of which nothing was paid has no end.
  IF p_ends_at IS NULL OR v_account.subscription_ends_at IS DISTINCT FROM p_ends_at OR p_ends_at <= v_now THEN
    RETURN;
  END IF;
  IF v_account.subscription_remaining > 0 THEN
    INSERT INTO ledger.entry (entry_id, account_id, kind, subscription_records, created_at, period_ends_at)
    VALUES (gen_random_uuid(), p_account_id, 'expiry', -v_account.subscription_remaining, v_now, p_ends_at);
  END IF;
  UPDATE ledger.account SET subscription_remaining = 0, subscription_ends_at = subscription_starts_at
  WHERE account_id = p_account_id;
  UPDATE ledger.plan SET allowance_ends_at = v_now WHERE account_id = p_account_id;
END
$$;

-- As in 0007, but a renewal that failed in the second in which an active plan last changed is stale: the provider's times are in
-- seconds, and a payment may have followed. A plan of which none did lapses.
CREATE OR REPLACE FUNCTION ledger.change_plan(
  p_account_id text, p_subscription_id text, p_customer_id text, p_cli_records bigint, p_price_micros bigint,
  p_status text, p_cancels boolean, p_occurred_at timestamptz, p_api_grant bigint, p_cli_grant bigint
)
RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_plan ledger.plan;
BEGIN
  PERFORM ledger.open_accounts(ARRAY[p_account_id], p_api_grant, p_cli_grant);
  PERFORM FROM ledger.account WHERE account_id = p_account_id FOR NO KEY UPDATE;
  SELECT * INTO v_plan FROM ledger.plan WHERE account_id = p_account_id;
  IF v_plan.subscription_id = p_subscription_id THEN
    IF v_plan.status = 'ended' OR (p_occurred_at < v_plan.changed_at AND p_status <> 'ended')
      OR (p_occurred_at = v_plan.changed_at AND p_status = 'past_due' AND v_plan.status = 'active')
    THEN
      RETURN 'stale';
    END IF;
    UPDATE ledger.plan SET status = p_status, cancels = p_cancels, changed_at = greatest(changed_at, p_occurred_at)
    WHERE account_id = p_account_id;
    IF p_status <> 'active' THEN
      PERFORM ledger.end_plan_allowance(p_account_id, v_plan.allowance_ends_at);
    END IF;
    RETURN 'changed';
  END IF;
  IF v_plan.status <> 'ended' OR v_plan.changed_at >= p_occurred_at THEN
    RETURN 'stale';
  END IF;
  INSERT INTO ledger.plan (
    account_id, subscription_id, customer_id, cli_records, price_micros, status, cancels, changed_at
  )
  VALUES (
    p_account_id, p_subscription_id, p_customer_id, p_cli_records, p_price_micros, p_status, p_cancels, p_occurred_at
  )
  ON CONFLICT (account_id) DO UPDATE
  SET subscription_id = excluded.subscription_id, customer_id = excluded.customer_id,
    cli_records = excluded.cli_records, price_micros = excluded.price_micros, status = excluded.status,
    cancels = excluded.cancels, period_starts_at = NULL, period_ends_at = NULL, allowance_ends_at = NULL,
    changed_at = excluded.changed_at;
  RETURN 'changed';
END
$$;
