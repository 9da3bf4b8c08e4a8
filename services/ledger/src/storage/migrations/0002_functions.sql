-- What changes funds runs in one round trip each. Amounts that are decisions (price, one-time grants, lease,
-- replay window) come as parameters, so that they are written down in one place, the service's domain.
--
-- Plans are cached for the life of a connection and may have been made when the tables were empty. So every access is
-- written such that only the right index can serve it, however large the table is or was thought to be: by comparison
-- with a value, in a subquery of its own that cannot be merged into its surroundings (OFFSET 0, FOR UPDATE, or a scalar
-- subquery), never as a join that could be turned round.
--
-- Order of locks, everywhere: accounts by id, then the idempotency records of their credentials. Requests that take over
-- keys lock nothing but those keys. A deadlock needs two takings-over and two completions of the same two abandoned keys
-- in opposite order at one moment; PostgreSQL would break it and the service would send the batch again.

-- Opens the accounts that are unknown, with their one-time allowances as entries.
CREATE FUNCTION ledger.open_accounts(p_account_id text[], p_api_grant bigint, p_cli_grant bigint)
RETURNS void LANGUAGE sql
SET enable_seqscan = off
AS $$
  WITH opened AS (
    INSERT INTO ledger.account (account_id, opened_at, api_granted, api_remaining, cli_granted, cli_remaining)
    SELECT wanted.id, now(), p_api_grant, p_api_grant, p_cli_grant, p_cli_grant
    FROM (SELECT DISTINCT unnest(p_account_id) COLLATE "C" AS id ORDER BY 1) AS wanted
    WHERE (SELECT account_id FROM ledger.account WHERE account_id = wanted.id) IS NULL
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
  p_topic text, p_replay_window interval, p_micros_per_record bigint, p_api_grant bigint, p_cli_grant bigint
)
RETURNS TABLE (verdict text, remaining bigint, retry_after integer) LANGUAGE plpgsql
SET enable_seqscan = off SET plan_cache_mode = force_generic_plan SET jit = off
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
  v_n integer;
  v_records bigint;
  v_has_subscription boolean;
  v_account text COLLATE "C";
  v_api_left bigint;
  v_cli_left bigint;
  v_subscription_left bigint;
  v_balance bigint;
  v_prepaid_records bigint;
  v_left bigint;
  v_pays boolean;
  v_charged integer := 0;
  v_has_answers boolean := false;
  v_wait numeric;
BEGIN
  PERFORM ledger.open_accounts(p_account_id, p_api_grant, p_cli_grant);
  PERFORM FROM (SELECT DISTINCT unnest(p_account_id) COLLATE "C" AS id ORDER BY 1) AS wanted
  CROSS JOIN LATERAL (SELECT FROM ledger.account WHERE account_id = wanted.id FOR NO KEY UPDATE) AS locked;

  -- Under the locks, by a new snapshot: nothing of these accounts changes any more until the end.
  FOR v_item IN
    SELECT n, account.*, earlier.remaining_records AS remaining_then
    FROM generate_series(1, v_size) AS n
    CROSS JOIN LATERAL (
      SELECT account_id, api_remaining, cli_remaining, subscription_remaining, balance_micros,
        coalesce(subscription_ends_at > v_now, false) AS has_subscription
      FROM ledger.account WHERE account_id = p_account_id[n] OFFSET 0
    ) AS account
    LEFT JOIN LATERAL (
      SELECT remaining_records FROM ledger.entry WHERE entry_id = p_event_id[n] OFFSET 0
    ) AS earlier ON true
    ORDER BY account.account_id, n
  LOOP
    v_n := v_item.n;
    IF v_account IS DISTINCT FROM v_item.account_id THEN
      v_account := v_item.account_id;
      v_api_left := v_item.api_remaining;
      v_cli_left := v_item.cli_remaining;
      v_subscription_left := v_item.subscription_remaining;
      v_has_subscription := v_item.has_subscription;
      v_balance := v_item.balance_micros;
      v_pays := false;
    END IF;

    IF v_item.remaining_then IS NOT NULL THEN
      v_verdict[v_n] := CASE WHEN EXISTS (
        SELECT FROM ledger.entry
        WHERE entry_id = p_event_id[v_n] AND account_id = v_account AND credential_id = p_credential_id[v_n]
          AND channel = p_channel[v_n] AND operation = p_operation[v_n] AND records = p_records[v_n]
      ) THEN 'repeated' ELSE 'reused' END;
      v_remaining[v_n] := v_item.remaining_then;
      CONTINUE;
    END IF;
    v_records := p_records[v_n];
    IF p_channel[v_n] = 'api' THEN
      v_left := v_api_left + v_balance / p_micros_per_record;
    ELSIF v_has_subscription THEN
      v_left := v_subscription_left;
    ELSE
      v_left := v_cli_left;
    END IF;
    IF v_records > v_left THEN
      v_verdict[v_n] := 'insufficient';
      v_remaining[v_n] := v_left;
      CONTINUE;
    END IF;

    -- Completes the key if this claim still holds it, also beyond its lease. A claim that is being taken over at this moment
    -- waits here for the outcome. From here on the item is charged, or the whole batch is undone.
    IF p_claim[v_n] IS NOT NULL THEN
      UPDATE ledger.idempotency SET completed_at = v_now, free_at = v_now + p_replay_window
      WHERE credential_id = p_credential_id[v_n] AND idempotency_key = p_idempotency_key[v_n]
        AND claim = p_claim[v_n] AND completed_at IS NULL;
      IF NOT FOUND THEN
        v_verdict[v_n] := 'claim_lost';
        SELECT CASE WHEN completed_at IS NULL THEN ceil(extract(epoch FROM free_at - v_now)) END
        INTO v_wait
        FROM ledger.idempotency
        WHERE credential_id = p_credential_id[v_n] AND idempotency_key = p_idempotency_key[v_n];
        -- When the other request is done already, or gave up, at once.
        v_retry_after[v_n] := greatest(1, v_wait);
        CONTINUE;
      END IF;
      v_has_answers := true;
    END IF;

    IF v_records > 0 THEN
      IF p_channel[v_n] = 'api' THEN
        v_prepaid_records := greatest(0, v_records - v_api_left);
        v_api[v_n] := v_prepaid_records - v_records;
        v_api_left := v_api_left + v_api[v_n];
        v_prepaid[v_n] := v_prepaid_records;
        v_balance := v_balance - v_prepaid_records * p_micros_per_record;
      ELSIF v_has_subscription THEN
        v_subscription[v_n] := -v_records;
        v_subscription_left := v_subscription_left - v_records;
      ELSE
        v_cli[v_n] := -v_records;
        v_cli_left := v_cli_left - v_records;
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
    v_verdict[v_n] := 'charged';
    v_remaining[v_n] := v_left - v_records;
    v_charged := v_charged + 1;
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

    FOR v_n IN 1 .. cardinality(v_payer) LOOP
      UPDATE ledger.account
      SET api_remaining = v_payer_api[v_n], cli_remaining = v_payer_cli[v_n],
        subscription_remaining = v_payer_subscription[v_n], balance_micros = v_payer_balance[v_n]
      WHERE account_id = v_payer[v_n];
    END LOOP;

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

  IF v_has_answers THEN
    INSERT INTO ledger.stored_answer (claim, account_id, channel, status, content_type, body_encoding, body)
    SELECT p_claim[n], p_account_id[n], p_channel[n], p_status[n], p_content_type[n], p_body_encoding[n],
      substring(p_bodies FROM p_body_end[n] - p_body_length[n] + 1 FOR p_body_length[n])
    FROM generate_series(1, v_size) AS n
    WHERE v_verdict[n] = 'charged' AND p_claim[n] IS NOT NULL;
  END IF;

  RETURN QUERY SELECT * FROM unnest(v_verdict, v_remaining, v_retry_after);
END
$$;

-- Claims idempotency keys for a gathered batch, or says what became of their earlier requests:
--   new          claimed with the given token until the lease ends
--   replay       done: the stored answer, and what the credential can pay for now
--   conflict     the key belongs to another request, running or done
--   in_progress  the same request is running
-- A key is free when nobody claimed it, its lease ran out, or its answer is older than the replay window.
-- One key may occur only once in a batch. Fingerprints are one string of 32 bytes each.
CREATE FUNCTION ledger.claim_keys(
  p_credential_id text[], p_idempotency_key text[], p_fingerprints bytea, p_claim uuid[],
  p_lease interval, p_micros_per_record bigint
)
RETURNS TABLE (
  outcome text, retry_after integer, remaining bigint,
  status integer, content_type text, body_encoding text, body bytea
) LANGUAGE plpgsql
SET enable_seqscan = off SET plan_cache_mode = force_generic_plan SET jit = off
AS $$
DECLARE
  v_size integer := cardinality(p_claim);
  v_now timestamptz := now();
  v_free record;
  v_claim uuid;
  v_inserted integer;
BEGIN
  -- A claim that a crash of the database forgets is only a key that is free again: a charge needs its claim. So
  -- claiming does not wait for the disk.
  PERFORM set_config('synchronous_commit', 'off', true);

  -- Abandoned and expired ones give way, with their answers.
  FOR v_free IN
    SELECT held.credential_id, held.idempotency_key
    FROM generate_series(1, v_size) AS n
    CROSS JOIN LATERAL (
      SELECT credential_id, idempotency_key FROM ledger.idempotency
      WHERE credential_id = p_credential_id[n] AND idempotency_key = p_idempotency_key[n] AND free_at <= v_now
      OFFSET 0
    ) AS held
    ORDER BY 1, 2
  LOOP
    -- Asks again: its charge may have been committed since, and another process may have been faster.
    DELETE FROM ledger.idempotency
    WHERE credential_id = v_free.credential_id AND idempotency_key = v_free.idempotency_key AND free_at <= v_now
    RETURNING claim INTO v_claim;
    DELETE FROM ledger.stored_answer WHERE claim = v_claim;
  END LOOP;

  INSERT INTO ledger.idempotency (credential_id, idempotency_key, fingerprint, claim, claimed_at, free_at)
  SELECT p_credential_id[n], p_idempotency_key[n], substring(p_fingerprints FROM n * 32 - 31 FOR 32), p_claim[n],
    v_now, v_now + p_lease
  FROM generate_series(1, v_size) AS n
  ORDER BY p_credential_id[n] COLLATE "C", p_idempotency_key[n] COLLATE "C"
  -- Held, or taken by another process a moment ago.
  ON CONFLICT (credential_id, idempotency_key) DO NOTHING;
  GET DIAGNOSTICS v_inserted = ROW_COUNT;
  IF v_inserted = v_size THEN
    RETURN QUERY SELECT 'new', NULL::integer, NULL::bigint, NULL::integer, NULL::text, NULL::text, NULL::bytea
    FROM generate_series(1, v_size);
    RETURN;
  END IF;

  RETURN QUERY
  SELECT
    CASE
      -- Also when this very batch was sent before and its answer was lost on the way.
      WHEN held.claim = p_claim[n] THEN 'new'
      WHEN held.fingerprint <> substring(p_fingerprints FROM n * 32 - 31 FOR 32) THEN 'conflict'
      WHEN answer.claim IS NOT NULL THEN 'replay'
      -- Also when the key was freed since the statement above: the caller comes again.
      ELSE 'in_progress'
    END,
    greatest(1, ceil(extract(epoch FROM held.free_at - v_now)))::integer,
    CASE
      WHEN answer.channel = 'api' THEN account.api_remaining + account.balance_micros / p_micros_per_record
      WHEN account.subscription_ends_at > v_now THEN account.subscription_remaining
      ELSE account.cli_remaining
    END,
    answer.status, answer.content_type, answer.body_encoding, answer.body
  FROM generate_series(1, v_size) AS n
  LEFT JOIN LATERAL (
    SELECT * FROM ledger.idempotency
    WHERE credential_id = p_credential_id[n] AND idempotency_key = p_idempotency_key[n] OFFSET 0
  ) AS held ON true
  LEFT JOIN LATERAL (
    SELECT * FROM ledger.stored_answer WHERE claim = held.claim AND held.completed_at IS NOT NULL OFFSET 0
  ) AS answer ON true
  LEFT JOIN LATERAL (
    SELECT * FROM ledger.account WHERE account_id = answer.account_id OFFSET 0
  ) AS account ON true
  ORDER BY n;
END
$$;

-- Frees a key whose request failed, if it is still held by this claim and not done.
CREATE FUNCTION ledger.release_key(p_credential_id text, p_idempotency_key text, p_claim uuid)
RETURNS boolean LANGUAGE sql AS $$
  WITH released AS (
    DELETE FROM ledger.idempotency
    WHERE credential_id = p_credential_id AND idempotency_key = p_idempotency_key AND claim = p_claim
      AND completed_at IS NULL
    RETURNING claim
  )
  SELECT EXISTS (SELECT FROM released);
$$;

-- Removes up to p_limit keys that have been free for long, with their answers; says how many. Skips what others hold,
-- so several processes may do it at once.
CREATE FUNCTION ledger.remove_free_keys(p_older_than interval, p_limit integer)
RETURNS integer LANGUAGE sql
SET enable_seqscan = off
AS $$
  WITH removed AS (
    DELETE FROM ledger.idempotency
    WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ledger.idempotency
      WHERE claimed_at < now() - p_older_than AND free_at <= now()
      ORDER BY claimed_at LIMIT p_limit
      FOR UPDATE SKIP LOCKED
    ))
    RETURNING claim
  ), answers AS (
    DELETE FROM ledger.stored_answer WHERE claim = ANY (ARRAY(SELECT claim FROM removed))
  )
  SELECT count(*)::integer FROM removed;
$$;

-- Tops up the prepaid balance. Outcome: credited; repeated (this reference was credited with this amount before);
-- mismatch (this reference was credited with another amount).
CREATE FUNCTION ledger.credit_account(
  p_account_id text, p_micros bigint, p_reference text, p_reason text, p_api_grant bigint, p_cli_grant bigint
)
RETURNS TABLE (outcome text, balance bigint) LANGUAGE plpgsql AS $$
DECLARE
  v_balance bigint;
  v_earlier bigint;
BEGIN
  PERFORM ledger.open_accounts(ARRAY[p_account_id], p_api_grant, p_cli_grant);
  SELECT balance_micros INTO v_balance FROM ledger.account WHERE account_id = p_account_id FOR NO KEY UPDATE;

  SELECT balance_micros INTO v_earlier FROM ledger.entry
  WHERE account_id = p_account_id AND reference = p_reference;
  IF FOUND THEN
    RETURN QUERY SELECT CASE WHEN v_earlier = p_micros THEN 'repeated' ELSE 'mismatch' END, v_balance;
    RETURN;
  END IF;

  INSERT INTO ledger.entry (entry_id, account_id, kind, balance_micros, created_at, reference, reason)
  VALUES (gen_random_uuid(), p_account_id, 'credit', p_micros, now(), p_reference, p_reason);
  UPDATE ledger.account SET balance_micros = balance_micros + p_micros WHERE account_id = p_account_id;
  RETURN QUERY SELECT 'credited', v_balance + p_micros;
END
$$;

-- Starts a subscription period now. What was left of an earlier one expires. Sent again while the same period runs,
-- it changes nothing.
CREATE FUNCTION ledger.start_subscription(
  p_account_id text, p_records bigint, p_ends_at timestamptz, p_api_grant bigint, p_cli_grant bigint
)
RETURNS ledger.account LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := now();
  v_account ledger.account;
BEGIN
  PERFORM ledger.open_accounts(ARRAY[p_account_id], p_api_grant, p_cli_grant);
  SELECT * INTO v_account FROM ledger.account WHERE account_id = p_account_id FOR NO KEY UPDATE;
  IF v_account.subscription_ends_at = p_ends_at AND v_account.subscription_granted = p_records THEN
    RETURN v_account;
  END IF;

  IF v_account.subscription_remaining > 0 THEN
    INSERT INTO ledger.entry (entry_id, account_id, kind, subscription_records, created_at, period_ends_at)
    VALUES (gen_random_uuid(), p_account_id, 'expiry', -v_account.subscription_remaining, v_now,
      v_account.subscription_ends_at);
  END IF;
  INSERT INTO ledger.entry (entry_id, account_id, kind, subscription_records, created_at, period_ends_at)
  VALUES (gen_random_uuid(), p_account_id, 'subscription', p_records, v_now, p_ends_at);
  UPDATE ledger.account
  SET subscription_granted = p_records, subscription_remaining = p_records,
    subscription_starts_at = v_now, subscription_ends_at = p_ends_at
  WHERE account_id = p_account_id
  RETURNING * INTO v_account;
  RETURN v_account;
END
$$;
