-- Charges that are void, payments that went back, and monthly caps that keys share.
--
-- What 0002 says about plans and the order of locks holds here too. Everything is beside what the previous version uses, and
-- what it reads leaves the new entries out.

-- Of a refund: the credit whose money went back.
ALTER TABLE ledger.entry ADD COLUMN of_credit_id uuid;
CREATE INDEX entry_refund_of_credit ON ledger.entry (of_credit_id) WHERE of_credit_id IS NOT NULL;

-- Which keys replaced which: a lineage is named by its first key, which needs no row. A row never changes.
CREATE TABLE ledger.credential_lineage (
  credential_id text COLLATE "C" PRIMARY KEY,
  account_id text COLLATE "C" NOT NULL,
  lineage_id text COLLATE "C" NOT NULL
);
CREATE INDEX credential_lineage_members ON ledger.credential_lineage (account_id, lineage_id);

-- As before, and the kinds `void` and `refund`.
CREATE OR REPLACE FUNCTION ledger.check_entry(
  p_entry_id uuid, p_kind text, p_api_records bigint, p_cli_records bigint, p_subscription_records bigint,
  p_balance_micros bigint, p_credential_id text, p_channel text, p_operation text, p_mode text, p_records integer,
  p_prepaid_records integer, p_request_id text, p_remaining_records bigint, p_reason text, p_reverses_entry_id uuid,
  p_web_request_id uuid, p_web_search integer
)
RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  v_broken text := CASE
    WHEN p_kind NOT IN ('grant', 'charge', 'credit', 'subscription', 'expiry', 'reversal', 'void', 'refund')
      THEN 'entry_kind'
    WHEN p_kind = 'charge' AND NOT (
      p_credential_id IS NOT NULL AND p_channel IN ('api', 'cli', 'web')
      AND p_operation IS NOT NULL AND p_mode IN ('', 'keyword', 'semantic', 'count') AND p_request_id IS NOT NULL
      AND p_remaining_records IS NOT NULL
      AND p_api_records <= 0 AND p_cli_records <= 0 AND p_subscription_records <= 0 AND p_balance_micros <= 0
      AND (p_prepaid_records = 0) = (p_balance_micros = 0)
      AND p_records = p_prepaid_records - p_api_records - p_cli_records - p_subscription_records
    ) THEN 'entry_charge_is_whole'
    WHEN p_kind = 'credit' AND NOT p_balance_micros > 0 THEN 'entry_credit_is_positive'
    WHEN (p_kind IN ('reversal', 'void') AND p_reverses_entry_id = p_entry_id)
      OR (p_kind = 'reversal' AND p_reverses_entry_id IS NULL)
      OR (p_kind NOT IN ('reversal', 'void') AND p_reverses_entry_id IS NOT NULL)
      THEN 'entry_reversal_is_whole'
    WHEN p_kind = 'reversal' AND NOT (
      p_reason IS NOT NULL AND p_reason <> ''
      AND p_api_records >= 0 AND p_cli_records >= 0 AND p_subscription_records >= 0
      -- Of a charge it gives back, of a credit it takes back.
      AND (p_balance_micros >= 0 OR (p_api_records = 0 AND p_cli_records = 0 AND p_subscription_records = 0))
    ) THEN 'entry_reversal_is_whole'
    -- In the place of a charge that was not taken it moves nothing.
    WHEN p_kind = 'void' AND NOT (
      p_api_records >= 0 AND p_cli_records >= 0 AND p_subscription_records >= 0 AND p_balance_micros >= 0
      AND (p_reverses_entry_id IS NOT NULL OR (
        p_api_records = 0 AND p_cli_records = 0 AND p_subscription_records = 0 AND p_balance_micros = 0
        AND p_remaining_records = 0 AND p_credential_id IS NULL
      ))
    ) THEN 'entry_void_is_whole'
    WHEN p_kind = 'refund' AND NOT (p_api_records = 0 AND p_cli_records = 0 AND p_subscription_records = 0)
      THEN 'entry_refund_is_of_the_balance'
    WHEN p_channel = 'web' AND NOT (
      p_kind = 'charge' AND p_records = p_prepaid_records AND p_web_request_id IS NOT NULL
      AND (p_web_search IS NULL OR p_web_search > 0)
    ) THEN 'entry_web_request_takes_no_allowance'
    WHEN p_channel IS DISTINCT FROM 'web' AND NOT (p_web_request_id IS NULL AND p_web_search IS NULL)
      THEN 'entry_web_request_takes_no_allowance'
  END;
BEGIN
  IF v_broken IS NULL THEN
    RETURN true;
  END IF;
  RAISE EXCEPTION 'new row for relation "entry" violates check constraint "%"', v_broken
    USING ERRCODE = 'check_violation', SCHEMA = 'ledger', TABLE = 'entry', CONSTRAINT = v_broken;
END
$$;

-- What the relay of the previous version publishes as use: a void is none, and waits for this version's.
CREATE OR REPLACE VIEW ledger.pending_usage_event AS
SELECT outbox.position, outbox.topic, outbox.key, outbox.event_id, entry.account_id, entry.credential_id, entry.channel,
  entry.operation, entry.mode, entry.records, -(entry.api_records + entry.cli_records) AS allowance_records,
  entry.prepaid_records, -entry.subscription_records AS subscription_records, -entry.balance_micros AS prepaid_micros,
  entry.request_id, entry.created_at AS time
FROM ledger.outbox JOIN ledger.entry ON entry.entry_id = outbox.event_id
WHERE entry.kind = 'charge';

-- What is published of the outbox: charges, and voids with the content and the time of the charge that they take back.
CREATE VIEW ledger.pending_event AS
SELECT outbox.position, outbox.topic, outbox.key, outbox.event_id, entry.kind = 'void' AS is_void, entry.account_id,
  coalesce(voided.credential_id, entry.credential_id) AS credential_id,
  coalesce(voided.channel, entry.channel) AS channel, coalesce(voided.operation, entry.operation) AS operation,
  coalesce(voided.mode, entry.mode) AS mode, coalesce(voided.records, entry.records) AS records,
  -coalesce(voided.api_records + voided.cli_records, entry.api_records + entry.cli_records) AS allowance_records,
  coalesce(voided.prepaid_records, entry.prepaid_records) AS prepaid_records,
  -coalesce(voided.subscription_records, entry.subscription_records) AS subscription_records,
  -coalesce(voided.balance_micros, entry.balance_micros) AS prepaid_micros,
  coalesce(voided.request_id, entry.request_id) AS request_id, coalesce(voided.created_at, entry.created_at) AS time
FROM ledger.outbox
JOIN ledger.entry ON entry.entry_id = outbox.event_id
LEFT JOIN ledger.entry AS voided ON voided.entry_id = entry.reverses_entry_id;

-- What comes back to the subscription of an account, which is locked, when a charge is taken back: records of a period only while
-- that period runs; those of one that is over, or was replaced, would have expired.
CREATE FUNCTION ledger.subscription_records_back(p_charge ledger.entry, p_account ledger.account) RETURNS bigint
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  v_period_began bigint;
BEGIN
  IF p_charge.subscription_records = 0 OR p_account.subscription_ends_at IS NULL OR p_account.subscription_ends_at <= now()
  THEN
    RETURN 0;
  END IF;
  -- By position, not by time: a charge that waited for the account's lock is older than the period that paid for it.
  SELECT max(position) INTO v_period_began FROM ledger.entry
  WHERE account_id = p_charge.account_id AND kind <> 'charge' AND kind = 'subscription';
  RETURN CASE WHEN p_charge.position > v_period_began THEN -p_charge.subscription_records ELSE 0 END;
END
$$;

-- Makes a charge as if it had never been: takes it back with its part of the month, under an event of its own, or takes its place
-- before it came. Outcome: voided; prevented; repeated (it was voided, or reversed, before); reused (the event id
-- belongs to something else).
--
-- A charge that comes later finds its event id taken, and is refused as one that was used for something else: also by the previous
-- version's functions. The account's lock keeps charge and void apart.
CREATE FUNCTION ledger.void_charge(
  p_event_id uuid, p_void_id uuid, p_account_id text, p_credential_id text, p_topic text, p_api_grant bigint,
  p_cli_grant bigint
)
RETURNS text LANGUAGE plpgsql
SET enable_seqscan = off
AS $$
DECLARE
  v_now timestamptz := now();
  v_account ledger.account;
  v_charge ledger.entry;
  v_subscription bigint;
  v_position bigint;
BEGIN
  PERFORM ledger.open_accounts(ARRAY[p_account_id], p_api_grant, p_cli_grant);
  SELECT * INTO v_account FROM ledger.account WHERE account_id = p_account_id FOR NO KEY UPDATE;

  -- Under the lock, by a new snapshot.
  SELECT * INTO v_charge FROM ledger.entry WHERE entry_id = p_event_id;
  IF NOT FOUND THEN
    INSERT INTO ledger.entry (entry_id, account_id, kind, created_at, remaining_records, reason)
    VALUES (p_event_id, p_account_id, 'void', v_now, 0, 'its charge did not come in time');
    RETURN 'prevented';
  END IF;
  IF v_charge.kind = 'void' AND v_charge.account_id = p_account_id AND v_charge.reverses_entry_id IS NULL THEN
    RETURN 'repeated';
  END IF;
  IF v_charge.kind <> 'charge' OR v_charge.account_id <> p_account_id OR v_charge.credential_id <> p_credential_id
    OR v_charge.channel = 'web'
  THEN
    RETURN 'reused';
  END IF;
  PERFORM FROM ledger.entry WHERE reverses_entry_id = p_event_id;
  IF FOUND THEN
    RETURN 'repeated';
  END IF;

  v_subscription := ledger.subscription_records_back(v_charge, v_account);
  INSERT INTO ledger.entry (
    entry_id, account_id, kind, api_records, cli_records, subscription_records, balance_micros, created_at, reason,
    reverses_entry_id
  )
  VALUES (
    p_void_id, p_account_id, 'void', -v_charge.api_records, -v_charge.cli_records, v_subscription,
    -v_charge.balance_micros, v_now, 'its request was answered with a failure', p_event_id
  )
  RETURNING position INTO v_position;
  UPDATE ledger.account
  SET api_remaining = api_remaining - v_charge.api_records, cli_remaining = cli_remaining - v_charge.cli_records,
    subscription_remaining = subscription_remaining + v_subscription,
    balance_micros = balance_micros - v_charge.balance_micros
  WHERE account_id = p_account_id;
  UPDATE ledger.usage_total SET requests = requests - 1, records = records - v_charge.records
  WHERE account_id = p_account_id AND month = date_trunc('month', v_charge.created_at AT TIME ZONE 'UTC')::date
    AND credential_id = v_charge.credential_id AND channel = v_charge.channel AND operation = v_charge.operation;
  INSERT INTO ledger.outbox (position, event_id, topic, key, created_at)
  VALUES (v_position, p_void_id, p_topic, p_account_id, v_now);
  RETURN 'voided';
END
$$;

-- As in 0003. Of a credit of which too much is spent, p_as_far_as_left takes what the balance holds; never more than is left of
-- the credit after its refunds.
CREATE FUNCTION ledger.reverse_entry(p_entry_id uuid, p_reason text, p_as_far_as_left boolean)
RETURNS TABLE (outcome text, reversal_id uuid, balance bigint) LANGUAGE plpgsql
SET enable_seqscan = off
AS $$
DECLARE
  v_entry ledger.entry;
  v_account ledger.account;
  v_reversal uuid;
  v_subscription bigint;
  -- What it gives to the balance; of a credit, below zero.
  v_micros bigint;
BEGIN
  SELECT * INTO v_entry FROM ledger.entry WHERE entry_id = p_entry_id;
  IF NOT FOUND THEN
    RETURN QUERY SELECT 'absent', NULL::uuid, NULL::bigint;
    RETURN;
  END IF;
  IF v_entry.kind NOT IN ('charge', 'credit') THEN
    RETURN QUERY SELECT 'irreversible', NULL::uuid, NULL::bigint;
    RETURN;
  END IF;
  SELECT * INTO v_account FROM ledger.account WHERE account_id = v_entry.account_id FOR NO KEY UPDATE;
  SELECT entry_id INTO v_reversal FROM ledger.entry WHERE reverses_entry_id = p_entry_id;
  IF FOUND THEN
    RETURN QUERY SELECT 'repeated', v_reversal, v_account.balance_micros;
    RETURN;
  END IF;
  v_micros := -v_entry.balance_micros;
  IF v_entry.kind = 'credit' THEN
    v_micros := -ledger.left_of_credit(v_entry);
    IF -v_micros > v_account.balance_micros THEN
      IF NOT p_as_far_as_left THEN
        RETURN QUERY SELECT 'insufficient', NULL::uuid, v_account.balance_micros;
        RETURN;
      END IF;
      v_micros := -v_account.balance_micros;
    END IF;
  END IF;

  v_subscription := ledger.subscription_records_back(v_entry, v_account);
  v_reversal := gen_random_uuid();
  INSERT INTO ledger.entry (
    entry_id, account_id, kind, api_records, cli_records, subscription_records, balance_micros, created_at,
    reason, reverses_entry_id
  )
  VALUES (
    v_reversal, v_entry.account_id, 'reversal', -v_entry.api_records, -v_entry.cli_records, v_subscription,
    v_micros, now(), p_reason, p_entry_id
  );
  UPDATE ledger.account
  SET api_remaining = api_remaining - v_entry.api_records, cli_remaining = cli_remaining - v_entry.cli_records,
    subscription_remaining = subscription_remaining + v_subscription, balance_micros = balance_micros + v_micros
  WHERE account_id = v_entry.account_id;
  RETURN QUERY SELECT 'reversed', v_reversal, v_account.balance_micros + v_micros;
END
$$;

-- The previous version calls this one. It must know refunds, or it would take back once more what a refund took.
CREATE OR REPLACE FUNCTION ledger.reverse_entry(p_entry_id uuid, p_reason text)
RETURNS TABLE (outcome text, reversal_id uuid, balance bigint) LANGUAGE sql
AS $$ SELECT * FROM ledger.reverse_entry(p_entry_id, p_reason, false) $$;

-- What refunds have left of a credit whose account is locked; 0 when it was reversed.
CREATE FUNCTION ledger.left_of_credit(p_credit ledger.entry) RETURNS bigint LANGUAGE plpgsql
SET enable_seqscan = off AS $$
BEGIN
  PERFORM FROM ledger.entry WHERE reverses_entry_id = p_credit.entry_id;
  IF FOUND THEN
    RETURN 0;
  END IF;
  RETURN p_credit.balance_micros
    + coalesce((SELECT sum(balance_micros) FROM ledger.entry WHERE of_credit_id = p_credit.entry_id), 0);
END
$$;

-- Takes what is left of a payment that went back to who paid it, or gives that back (p_is_returned) when the refund failed or the
-- dispute was won. Outcome: settled; repeated; absent (there is no such payment).
--
-- Messages of a vendor come in any order and more than once. Taking is entered under the vendor's reference, giving back
-- under the same with `:returned`; the unique index is the last word on both. What was given back takes nothing any more,
-- also when the message that says to take comes later.
CREATE FUNCTION ledger.settle_refund(
  p_account_id text, p_payment_reference text, p_reference text, p_micros bigint, p_is_returned boolean, p_reason text
)
RETURNS TABLE (outcome text, moved bigint, balance bigint) LANGUAGE plpgsql
SET enable_seqscan = off
AS $$
DECLARE
  v_balance bigint;
  v_credit ledger.entry;
  v_taken bigint;
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
  SELECT -balance_micros INTO v_taken FROM ledger.entry WHERE account_id = p_account_id AND reference = p_reference;
  SELECT balance_micros INTO v_returned FROM ledger.entry
  WHERE account_id = p_account_id AND reference = p_reference || ':returned';
  IF v_returned IS NOT NULL OR (v_taken IS NOT NULL AND NOT p_is_returned) THEN
    RETURN QUERY SELECT 'repeated', coalesce(v_returned, v_taken), v_balance;
    RETURN;
  END IF;

  -- After a refund that was taken nothing of the same payment is left to a dispute of it, and the other way round.
  v_moved := CASE WHEN p_is_returned THEN coalesce(v_taken, 0)
    ELSE greatest(0, least(p_micros, v_balance, ledger.left_of_credit(v_credit))) END;
  INSERT INTO ledger.entry (entry_id, account_id, kind, balance_micros, created_at, reference, reason, of_credit_id)
  VALUES (
    gen_random_uuid(), p_account_id, 'refund', CASE WHEN p_is_returned THEN v_moved ELSE -v_moved END, now(),
    CASE WHEN p_is_returned THEN p_reference || ':returned' ELSE p_reference END, p_reason, v_credit.entry_id
  );
  v_balance := v_balance + CASE WHEN p_is_returned THEN v_moved ELSE -v_moved END;
  UPDATE ledger.account SET balance_micros = v_balance WHERE account_id = p_account_id;
  RETURN QUERY SELECT 'settled', v_moved, v_balance;
END
$$;

-- Tops up as in 0002, but not when the same amount was credited within a while by a command that was given no reference and made
-- one itself: `alike`, with that one's reference and time. Commands are repeated when their answer was lost.
CREATE FUNCTION ledger.credit_unless_alike(
  p_account_id text, p_micros bigint, p_reference text, p_reason text, p_within interval, p_api_grant bigint,
  p_cli_grant bigint
)
RETURNS TABLE (outcome text, balance bigint, alike_reference text, alike_at timestamptz) LANGUAGE plpgsql
SET enable_seqscan = off
AS $$
DECLARE
  v_alike record;
BEGIN
  PERFORM ledger.open_accounts(ARRAY[p_account_id], p_api_grant, p_cli_grant);
  PERFORM FROM ledger.account WHERE account_id = p_account_id FOR NO KEY UPDATE;
  SELECT reference, created_at INTO v_alike FROM ledger.entry AS earlier
  WHERE account_id = p_account_id AND kind <> 'charge' AND kind = 'credit' AND created_at > now() - p_within
    AND balance_micros = p_micros AND reference LIKE 'command:%' AND reference <> p_reference
    AND NOT EXISTS (SELECT FROM ledger.entry AS reversal WHERE reversal.reverses_entry_id = earlier.entry_id)
  ORDER BY created_at DESC LIMIT 1;
  IF FOUND THEN
    RETURN QUERY SELECT 'alike', account.balance_micros, v_alike.reference, v_alike.created_at
    FROM ledger.account WHERE account_id = p_account_id;
    RETURN;
  END IF;
  RETURN QUERY SELECT made.outcome, made.balance, NULL::text, NULL::timestamptz
  FROM ledger.credit_account(p_account_id, p_micros, p_reference, p_reason, p_api_grant, p_cli_grant) AS made;
END
$$;

-- Notes a key of a lineage, locks its account until the end of the transaction, and says what the lineage's other keys took in
-- this UTC month: under that lock, a cap that is lower by as much holds for all of them together.
CREATE FUNCTION ledger.lock_lineage(
  p_account_id text, p_credential_id text, p_lineage_id text, p_api_grant bigint, p_cli_grant bigint
)
RETURNS bigint LANGUAGE plpgsql
SET enable_seqscan = off
AS $$
BEGIN
  -- The lock is held over round trips of the client: one that froze must not hold it until its connection is given up.
  PERFORM set_config('idle_in_transaction_session_timeout', '5000', true);
  PERFORM ledger.open_accounts(ARRAY[p_account_id], p_api_grant, p_cli_grant);
  PERFORM FROM ledger.account WHERE account_id = p_account_id FOR NO KEY UPDATE;
  IF p_credential_id <> p_lineage_id THEN
    INSERT INTO ledger.credential_lineage (credential_id, account_id, lineage_id)
    VALUES (p_credential_id, p_account_id, p_lineage_id) ON CONFLICT DO NOTHING;
  END IF;
  RETURN coalesce((
    SELECT sum(total.records)
    FROM (
      SELECT p_lineage_id AS credential_id
      UNION ALL
      SELECT credential_id FROM ledger.credential_lineage WHERE account_id = p_account_id AND lineage_id = p_lineage_id
    ) AS member
    JOIN ledger.usage_total AS total USING (credential_id)
    WHERE total.account_id = p_account_id AND total.month = date_trunc('month', now() AT TIME ZONE 'UTC')::date
      AND credential_id <> p_credential_id
  ), 0);
END
$$;
