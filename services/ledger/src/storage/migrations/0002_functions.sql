-- What changes funds runs in one round trip each. Amounts that are decisions (price, one-time grants, lease,
-- replay window) come as parameters, so that they are written down in one place, the service's domain.
--
-- The planner's settings are fixed for the batch functions: their plans are cached on tables that may have been
-- empty at the time, and every access in them is one by key.
--
-- Order of locks, everywhere: accounts by id, then idempotency rows by key. So processes never deadlock.

-- Opens the accounts that are unknown, with their one-time allowances as entries.
CREATE FUNCTION ledger.open_accounts(p_account_id text[], p_api_grant bigint, p_cli_grant bigint)
RETURNS void LANGUAGE sql
SET enable_seqscan = off SET plan_cache_mode = force_generic_plan
AS $$
  WITH opened AS (
    INSERT INTO ledger.account (account_id, opened_at, api_granted, api_remaining, cli_granted, cli_remaining)
    SELECT id, now(), p_api_grant, p_api_grant, p_cli_grant, p_cli_grant
    FROM (SELECT DISTINCT unnest(p_account_id) COLLATE "C" AS id) AS wanted
    WHERE NOT EXISTS (SELECT FROM ledger.account WHERE account_id = id)
    ORDER BY id
    -- Another process opened it meanwhile: it also wrote the entry.
    ON CONFLICT (account_id) DO NOTHING
    RETURNING account_id
  )
  INSERT INTO ledger.entry (entry_id, account_id, kind, api_records, cli_records, created_at)
  SELECT gen_random_uuid(), account_id, 'grant', p_api_grant, p_cli_grant, now() FROM opened;
$$;

-- Charges a gathered batch, all of it in the caller's transaction, each item with a verdict of its own:
--   charged       taken, entered, put into the outbox, added to the month, its answer stored under its key
--   repeated      this event was charged before: the answer of then, nothing taken
--   reused        this event id belongs to another charge
--   claim_lost    the item's idempotency key is not held by its claim (any more)
--   insufficient  the funds do not pay for all of it: nothing taken
-- Within an account items are settled in the order given. One event id or one claim may occur only once in a batch.
-- Arrays run parallel, one element an item; bodies are one string cut up by their lengths.
CREATE FUNCTION ledger.charge_records(
  p_event_id uuid[], p_account_id text[], p_credential_id text[], p_channel text[], p_operation text[],
  p_mode text[], p_records integer[], p_request_id text[],
  p_idempotency_key text[], p_claim uuid[], p_status integer[], p_content_type text[],
  p_body_encoding text[], p_body_end integer[], p_body_length integer[], p_bodies bytea,
  p_topic text, p_micros_per_record bigint, p_api_grant bigint, p_cli_grant bigint
)
RETURNS TABLE (verdict text, remaining bigint, retry_after integer) LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
SET plan_cache_mode = force_generic_plan SET jit = off
AS $$
DECLARE
  v_size integer := cardinality(p_event_id);
  v_now timestamptz := now();
  v_verdict text[] := array_fill(NULL::text, ARRAY[v_size]);
  v_remaining bigint[] := array_fill(0::bigint, ARRAY[v_size]);
  v_retry_after integer[] := array_fill(0, ARRAY[v_size]);
  v_api bigint[] := array_fill(0::bigint, ARRAY[v_size]);
  v_cli bigint[] := array_fill(0::bigint, ARRAY[v_size]);
  v_subscription bigint[] := array_fill(0::bigint, ARRAY[v_size]);
  v_prepaid integer[] := array_fill(0, ARRAY[v_size]);
  -- Accounts that pay something, with what is left to them.
  v_payer text[] := '{}';
  v_payer_api bigint[] := '{}';
  v_payer_cli bigint[] := '{}';
  v_payer_subscription bigint[] := '{}';
  v_payer_balance bigint[] := '{}';
  v_item record;
  v_account text COLLATE "C";
  v_api_left bigint;
  v_cli_left bigint;
  v_subscription_left bigint;
  v_balance bigint;
  v_prepaid_records bigint;
  v_left bigint;
  v_pays boolean;
  v_charged integer := 0;
  v_claims integer := 0;
  v_completed integer;
BEGIN
  PERFORM ledger.open_accounts(p_account_id, p_api_grant, p_cli_grant);
  PERFORM FROM ledger.account WHERE account_id = ANY (p_account_id) ORDER BY account_id FOR NO KEY UPDATE;

  -- Under the locks, by a new snapshot: nothing of these accounts changes any more until the end.
  FOR v_item IN
    SELECT item.*,
      account.api_remaining, account.cli_remaining, account.balance_micros, account.subscription_remaining,
      coalesce(account.subscription_ends_at > v_now, false) AS has_subscription,
      earlier.entry_id IS NOT NULL AS seen,
      (earlier.account_id, earlier.credential_id, earlier.channel, earlier.operation, earlier.records)
        IS NOT DISTINCT FROM (item.account_id, item.credential_id, item.channel, item.operation, item.records) AS same,
      earlier.remaining_records AS remaining_then,
      held.claim IS NOT DISTINCT FROM item.claim AND held.completed_at IS NULL AS holds,
      CASE WHEN held.completed_at IS NULL THEN held.lease_ends_at END AS lease_ends_at
    FROM (
      SELECT n, p_event_id[n] AS event_id, p_account_id[n] COLLATE "C" AS account_id,
        p_credential_id[n] COLLATE "C" AS credential_id, p_channel[n] AS channel, p_operation[n] AS operation,
        p_records[n] AS records, p_idempotency_key[n] COLLATE "C" AS idempotency_key, p_claim[n] AS claim
      FROM generate_series(1, v_size) AS n
    ) AS item
    JOIN ledger.account ON account.account_id = item.account_id
    LEFT JOIN ledger.entry AS earlier ON earlier.entry_id = item.event_id
    LEFT JOIN ledger.idempotency AS held
      ON held.credential_id = item.credential_id AND held.idempotency_key = item.idempotency_key
    ORDER BY item.account_id, item.n
  LOOP
    IF v_account IS DISTINCT FROM v_item.account_id THEN
      v_account := v_item.account_id;
      v_api_left := v_item.api_remaining;
      v_cli_left := v_item.cli_remaining;
      v_subscription_left := v_item.subscription_remaining;
      v_balance := v_item.balance_micros;
      v_pays := false;
    END IF;

    IF v_item.seen THEN
      v_verdict[v_item.n] := CASE WHEN v_item.same THEN 'repeated' ELSE 'reused' END;
      v_remaining[v_item.n] := v_item.remaining_then;
      CONTINUE;
    END IF;
    IF v_item.claim IS NOT NULL AND NOT v_item.holds THEN
      v_verdict[v_item.n] := 'claim_lost';
      v_retry_after[v_item.n] := greatest(1, ceil(extract(epoch FROM v_item.lease_ends_at - v_now)));
      CONTINUE;
    END IF;

    IF v_item.channel = 'api' THEN
      v_left := v_api_left + v_balance / p_micros_per_record;
    ELSIF v_item.has_subscription THEN
      v_left := v_subscription_left;
    ELSE
      v_left := v_cli_left;
    END IF;
    IF v_item.records > v_left THEN
      v_verdict[v_item.n] := 'insufficient';
      v_remaining[v_item.n] := v_left;
      CONTINUE;
    END IF;

    IF v_item.records > 0 THEN
      IF v_item.channel = 'api' THEN
        v_prepaid_records := greatest(0, v_item.records - v_api_left);
        v_api[v_item.n] := v_prepaid_records - v_item.records;
        v_api_left := v_api_left + v_api[v_item.n];
        v_prepaid[v_item.n] := v_prepaid_records;
        v_balance := v_balance - v_prepaid_records * p_micros_per_record;
      ELSIF v_item.has_subscription THEN
        v_subscription[v_item.n] := -v_item.records;
        v_subscription_left := v_subscription_left - v_item.records;
      ELSE
        v_cli[v_item.n] := -v_item.records;
        v_cli_left := v_cli_left - v_item.records;
      END IF;
      IF NOT v_pays THEN
        v_pays := true;
        v_payer := v_payer || v_account;
      END IF;
      v_payer_api[cardinality(v_payer)] := v_api_left;
      v_payer_cli[cardinality(v_payer)] := v_cli_left;
      v_payer_subscription[cardinality(v_payer)] := v_subscription_left;
      v_payer_balance[cardinality(v_payer)] := v_balance;
    END IF;
    v_verdict[v_item.n] := 'charged';
    v_remaining[v_item.n] := v_left - v_item.records;
    v_charged := v_charged + 1;
    IF v_item.claim IS NOT NULL THEN
      v_claims := v_claims + 1;
    END IF;
  END LOOP;

  IF v_charged > 0 THEN
    WITH entered AS (
      INSERT INTO ledger.entry (
        entry_id, account_id, kind, api_records, cli_records, subscription_records, balance_micros, created_at,
        credential_id, channel, operation, mode, records, prepaid_records, request_id, remaining_records
      )
      SELECT p_event_id[n], p_account_id[n], 'charge', v_api[n], v_cli[n], v_subscription[n],
        -v_prepaid[n] * p_micros_per_record, v_now,
        p_credential_id[n], p_channel[n], p_operation[n], p_mode[n], p_records[n], v_prepaid[n], p_request_id[n],
        v_remaining[n]
      FROM generate_series(1, v_size) AS n
      WHERE v_verdict[n] = 'charged'
      RETURNING entry.position, entry.entry_id, entry.account_id
    )
    INSERT INTO ledger.outbox (position, event_id, topic, key, created_at)
    SELECT position, entry_id, p_topic, account_id, v_now FROM entered;

    UPDATE ledger.account
    SET api_remaining = payer.api, cli_remaining = payer.cli, subscription_remaining = payer.subscription,
      balance_micros = payer.balance
    FROM unnest(v_payer, v_payer_api, v_payer_cli, v_payer_subscription, v_payer_balance)
      AS payer (account_id, api, cli, subscription, balance)
    WHERE account.account_id = payer.account_id;

    INSERT INTO ledger.usage_total AS total (account_id, month, credential_id, channel, operation, requests, records)
    SELECT account_id, date_trunc('month', v_now AT TIME ZONE 'UTC')::date, credential_id, channel, operation,
      count(*), sum(item.records)
    FROM (
      SELECT p_account_id[n] AS account_id, p_credential_id[n] AS credential_id, p_channel[n] AS channel,
        p_operation[n] AS operation, p_records[n] AS records
      FROM generate_series(1, v_size) AS n
      WHERE v_verdict[n] = 'charged'
    ) AS item
    GROUP BY account_id, credential_id, channel, operation
    ON CONFLICT (account_id, month, credential_id, channel, operation)
    DO UPDATE SET requests = total.requests + excluded.requests, records = total.records + excluded.records;
  END IF;

  IF v_claims > 0 THEN
    WITH completed AS (
      UPDATE ledger.idempotency AS held
      SET completed_at = v_now
      FROM (
        SELECT n, p_credential_id[n] COLLATE "C" AS credential_id, p_idempotency_key[n] COLLATE "C" AS idempotency_key,
          p_claim[n] AS claim
        FROM generate_series(1, v_size) AS n
        WHERE v_verdict[n] = 'charged' AND p_claim[n] IS NOT NULL
        ORDER BY 2, 3
      ) AS item
      WHERE held.credential_id = item.credential_id AND held.idempotency_key = item.idempotency_key
        AND held.claim = item.claim AND held.completed_at IS NULL
      RETURNING item.n
    )
    INSERT INTO ledger.stored_answer (claim, account_id, channel, status, content_type, body_encoding, body)
    SELECT p_claim[n], p_account_id[n], p_channel[n], p_status[n], p_content_type[n], p_body_encoding[n],
      substring(p_bodies FROM p_body_end[n] - p_body_length[n] + 1 FOR p_body_length[n])
    FROM completed;
    GET DIAGNOSTICS v_completed = ROW_COUNT;
    -- Taken over between the look above and this update. Nothing may be charged without its record: the batch is
    -- undone and sent again, and finds the claim lost.
    IF v_completed <> v_claims THEN
      RAISE EXCEPTION 'an idempotency claim was taken over during the charge' USING ERRCODE = 'HG001';
    END IF;
  END IF;

  RETURN QUERY SELECT * FROM unnest(v_verdict, v_remaining, v_retry_after);
END
$$;
