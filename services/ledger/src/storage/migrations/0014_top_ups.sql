-- Automatic top-ups: what accounts chose, and their purchases.

CREATE TABLE ledger.auto_top_up (
  account_id text COLLATE "C" PRIMARY KEY,
  is_on boolean NOT NULL DEFAULT false,
  below_micros bigint NOT NULL DEFAULT 0,
  amount_micros bigint NOT NULL DEFAULT 0,
  monthly_cap_micros bigint NOT NULL DEFAULT 0,
  -- The saved card, by the payment provider's names, and when that was saved by its clock.
  customer_id text,
  payment_method_id text,
  card text,
  card_saved_at timestamptz,
  -- Why it was turned off, unless its account did that.
  pause text CONSTRAINT auto_top_up_pause CHECK (pause IN ('declined', 'authentication_required', 'unavailable', 'refunded')),
  CONSTRAINT auto_top_up_is_whole CHECK (NOT is_on OR (
    payment_method_id IS NOT NULL AND pause IS NULL
    AND below_micros > 0 AND amount_micros > 0 AND monthly_cap_micros >= amount_micros
  ))
);
CREATE INDEX auto_top_up_on ON ledger.auto_top_up (account_id) WHERE is_on;

-- A purchase, committed before the payment provider is asked. The provider's idempotency key is made from its id and its account.
CREATE TABLE ledger.top_up (
  top_up_id uuid PRIMARY KEY,
  account_id text COLLATE "C" NOT NULL,
  micros bigint NOT NULL CONSTRAINT top_up_is_positive CHECK (micros > 0),
  customer_id text NOT NULL,
  payment_method_id text NOT NULL,
  state text NOT NULL DEFAULT 'open'
    CONSTRAINT top_up_state CHECK (state IN ('open', 'paid', 'failed', 'canceled')),
  created_at timestamptz NOT NULL DEFAULT now(),
  tries integer NOT NULL DEFAULT 0,
  -- Of an open one: nobody else has it until then.
  leased_until timestamptz NOT NULL DEFAULT now()
);
-- The last word on "one purchase at a time".
CREATE UNIQUE INDEX top_up_open_once ON ledger.top_up (account_id) WHERE state = 'open';
CREATE INDEX top_up_due ON ledger.top_up (leased_until) WHERE state = 'open';
CREATE INDEX top_up_of_account ON ledger.top_up (account_id, created_at);

-- What an account bought, or is buying, in the current UTC month.
CREATE FUNCTION ledger.topped_up_in_month(p_account_id text) RETURNS bigint LANGUAGE sql STABLE
AS $$
  SELECT coalesce(sum(micros), 0)::bigint FROM ledger.top_up
  WHERE account_id = p_account_id AND state IN ('open', 'paid') AND created_at >= date_trunc('month', now(), 'UTC')
$$;

-- Whether an account's balance is below what it chose, and the bounds allow another purchase.
CREATE FUNCTION ledger.is_top_up_due(p_account_id text, p_per_day integer) RETURNS boolean LANGUAGE sql STABLE
AS $$
  SELECT EXISTS (
    SELECT FROM ledger.auto_top_up AS setting JOIN ledger.account USING (account_id)
    WHERE account_id = p_account_id AND is_on AND balance_micros < below_micros
      AND amount_micros + ledger.topped_up_in_month(p_account_id) <= monthly_cap_micros
  ) AND NOT EXISTS (
    SELECT FROM ledger.top_up WHERE account_id = p_account_id AND state = 'open'
  ) AND (
    SELECT count(*) FROM ledger.top_up
    WHERE account_id = p_account_id AND created_at > now() - interval '24 hours'
  ) < p_per_day
$$;

-- Begins purchases for up to p_limit accounts, and leases up to p_limit that are due.
--
-- Each statement has a snapshot of its own. The second is taken under the locks of the settings, so it sees the purchases that others
-- began meanwhile, and of each that is paid the credit, which was committed before that.
CREATE FUNCTION ledger.lease_top_ups(p_limit integer, p_lease interval, p_per_day integer)
RETURNS SETOF ledger.top_up LANGUAGE plpgsql
SET enable_seqscan = off
AS $$
DECLARE
  v_account_id text[];
BEGIN
  v_account_id := ARRAY(
    SELECT setting.account_id
    FROM ledger.auto_top_up AS setting JOIN ledger.account USING (account_id)
    WHERE is_on AND balance_micros < below_micros AND ledger.is_top_up_due(setting.account_id, p_per_day)
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
