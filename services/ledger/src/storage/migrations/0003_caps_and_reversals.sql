-- Monthly caps of credentials, and reversals.
--
-- Functions that changed are new ones beside the old, told apart by their arguments, so that the previous version of the
-- program keeps working. What 0002 says about plans and the order of locks holds here too.

-- A reversal takes back an earlier entry: once (the index is the last word on it), by an entry of its own.
ALTER TABLE ledger.entry ADD COLUMN reverses_entry_id uuid;
-- NOT VALID: each row that is there holds what is stricter than this, and looking at all of them would keep charges waiting.
ALTER TABLE ledger.entry DROP CONSTRAINT entry_kind;
ALTER TABLE ledger.entry ADD CONSTRAINT entry_kind
  CHECK (kind IN ('grant', 'charge', 'credit', 'subscription', 'expiry', 'reversal')) NOT VALID;
ALTER TABLE ledger.entry ADD CONSTRAINT entry_reversal_is_whole CHECK (
  (kind = 'reversal') = (reverses_entry_id IS NOT NULL) AND (
    kind <> 'reversal' OR (
      reason IS NOT NULL AND reason <> '' AND reverses_entry_id <> entry_id
      AND api_records >= 0 AND cli_records >= 0 AND subscription_records >= 0
      -- Of a charge it gives back, of a credit it takes back.
      AND (balance_micros >= 0 OR (api_records = 0 AND cli_records = 0 AND subscription_records = 0))
    )
  )
) NOT VALID;
CREATE UNIQUE INDEX entry_reversed_once ON ledger.entry (reverses_entry_id) WHERE reverses_entry_id IS NOT NULL;

-- Entries of an account by time: lists of them, and sums of a month.
CREATE INDEX entry_of_account ON ledger.entry (account_id, created_at, position);
-- What is not a charge is rare and is looked for among very many charges.
CREATE INDEX entry_other_than_charge ON ledger.entry (account_id, created_at, position) WHERE kind <> 'charge';

-- Charges a gathered batch, all of it in the caller's transaction, each item with a verdict of its own:
--   charged       taken, entered, put into the outbox, added to the month, its answer stored under its key
--   repeated      this event was charged before: the answer of then, nothing taken
--   reused        this event id belongs to another charge
--   claim_lost    the item's idempotency key is not held by its claim (any more)
--   insufficient  the funds do not pay for all of it: nothing taken
--   cap_reached   the credential may not take that many more in this UTC month: nothing taken
-- Within an account items are settled in the order given. One event id or one claim may occur only once in a batch.
-- Arrays run parallel, one element an item; bodies are one string cut up by their lengths. A cap of 0 is none.
-- Caps are held against the month's totals under the account's lock, so that they hold however many processes charge.
CREATE FUNCTION ledger.charge_records(
  p_event_id uuid[], p_account_id text[], p_credential_id text[], p_channel text[], p_operation text[],
  p_mode text[], p_records integer[], p_request_id text[], p_monthly_cap bigint[],
  p_idempotency_key text[], p_claim uuid[], p_status integer[], p_content_type text[],
  p_body_encoding text[], p_body_end integer[], p_body_length integer[], p_bodies bytea,
  p_topic text, p_replay_window interval, p_micros_per_record bigint, p_api_grant bigint, p_cli_grant bigint
)
RETURNS TABLE (verdict text, remaining bigint, retry_after integer, month_used bigint) LANGUAGE plpgsql
SET enable_seqscan = off SET plan_cache_mode = force_generic_plan SET jit = off
AS $$
DECLARE
  v_size integer := cardinality(p_event_id);
  v_now timestamptz := now();
  v_month date := date_trunc('month', v_now AT TIME ZONE 'UTC')::date;
  v_verdict text[] := array_fill(NULL::text, ARRAY[v_size]);
  v_remaining bigint[] := array_fill(0::bigint, ARRAY[v_size]);
  v_retry_after integer[] := array_fill(0, ARRAY[v_size]);
  v_month_used bigint[] := array_fill(0::bigint, ARRAY[v_size]);
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
  -- Credentials of the account at hand that have a cap, with the records of this month so far.
  v_capped text[] := '{}';
  v_capped_used bigint[] := '{}';
  v_cap bigint;
  v_capped_at integer;
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
      v_capped := '{}';
      v_capped_used := '{}';
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

    v_cap := p_monthly_cap[v_n];
    IF v_cap > 0 THEN
      v_capped_at := array_position(v_capped, p_credential_id[v_n]);
      IF v_capped_at IS NULL THEN
        v_capped := v_capped || p_credential_id[v_n];
        v_capped_at := cardinality(v_capped);
        v_capped_used[v_capped_at] := coalesce((
          SELECT sum(usage_total.records) FROM ledger.usage_total
          WHERE account_id = v_account AND month = v_month AND credential_id = p_credential_id[v_n]
        ), 0) + coalesce((
          -- What it took in this batch already by charges that named no cap.
          SELECT sum(p_records[earlier]) FROM generate_series(1, v_size) AS earlier
          WHERE v_verdict[earlier] = 'charged' AND p_account_id[earlier] = v_account
            AND p_credential_id[earlier] = p_credential_id[v_n]
        ), 0);
      END IF;
      v_month_used[v_n] := v_capped_used[v_capped_at];
      IF v_records > 0 AND v_records > v_cap - v_month_used[v_n] THEN
        v_verdict[v_n] := 'cap_reached';
        v_remaining[v_n] := least(v_left, greatest(0, v_cap - v_month_used[v_n]));
        CONTINUE;
      END IF;
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
    IF v_cap > 0 THEN
      v_remaining[v_n] := least(v_remaining[v_n], greatest(0, v_cap - v_month_used[v_n] - v_records));
    END IF;
    IF cardinality(v_capped) > 0 THEN
      v_capped_at := array_position(v_capped, p_credential_id[v_n]);
      IF v_capped_at IS NOT NULL THEN
        v_capped_used[v_capped_at] := v_capped_used[v_capped_at] + v_records;
      END IF;
    END IF;
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
    SELECT account_id, v_month, credential_id, channel, operation,
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

  RETURN QUERY SELECT * FROM unnest(v_verdict, v_remaining, v_retry_after, v_month_used);
END
$$;

-- Charges a gathered batch where nothing is in its way: every account is known and can pay for all of its items, no cap
-- is in between, every claim holds, no event was charged before. That is what nearly every batch is like, and it needs no
-- look at the single item, so it costs half of what ledger.charge_records costs.
--
-- Returns what each item's credential can still pay for; null when an item needs a verdict of its own, and then nothing
-- was changed. When this shows only after something was changed it fails, with HL001 (a claim is lost) or as a violation
-- of entry_pkey (an event was charged before). In each of these cases the batch is for ledger.charge_records.
--
-- Accounts come in the order of their ids, keys are their credentials, items those of one account together and in the order
-- in which they are settled. p_before counts the records of an item's account and channel that come before it in
-- the batch, p_key_before those of its key; totals are sums of the items.
CREATE FUNCTION ledger.charge_all(
  p_account_id text[], p_api_records bigint[], p_cli_records bigint[],
  p_key_account integer[], p_key_credential text[], p_key_capped boolean[],
  p_total_key integer[], p_total_channel text[], p_total_operation text[], p_total_requests integer[],
  p_total_records bigint[],
  p_event_id uuid[], p_key integer[], p_channel text[], p_operation text[], p_mode text[], p_records integer[],
  p_request_id text[], p_monthly_cap bigint[], p_before bigint[], p_key_before bigint[],
  p_claims integer, p_idempotency_key text[], p_claim uuid[], p_status integer[], p_content_type text[],
  p_body_encoding text[], p_body_end integer[], p_body_length integer[], p_bodies bytea,
  p_topic text, p_replay_window interval, p_micros_per_record bigint
)
RETURNS bigint[] LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
SET plan_cache_mode = force_generic_plan SET jit = off
AS $$
DECLARE
  v_now timestamptz := now();
  v_month date := date_trunc('month', v_now AT TIME ZONE 'UTC')::date;
  v_size integer := cardinality(p_event_id);
  -- By account, under its lock.
  v_row tid[];
  v_api bigint[];
  v_prepaid bigint[];
  -- What pays for the command line: the running subscription, or the one-time records.
  v_cli bigint[];
  v_subscribed boolean[];
  -- By key, where it has a cap.
  v_used bigint[];
  v_remaining bigint[];
  v_completed integer;
BEGIN
  SELECT array_agg(account.ctid ORDER BY wanted.n), array_agg(account.api_remaining ORDER BY wanted.n),
    array_agg(account.balance_micros / p_micros_per_record ORDER BY wanted.n),
    array_agg(CASE WHEN account.subscribed THEN account.subscription_remaining ELSE account.cli_remaining END
      ORDER BY wanted.n),
    array_agg(account.subscribed ORDER BY wanted.n)
  INTO v_row, v_api, v_prepaid, v_cli, v_subscribed
  FROM unnest(p_account_id) WITH ORDINALITY AS wanted (id, n)
  CROSS JOIN LATERAL (
    SELECT ctid, api_remaining, balance_micros, subscription_remaining, cli_remaining,
      coalesce(subscription_ends_at > v_now, false) AS subscribed
    FROM ledger.account WHERE account_id = wanted.id FOR NO KEY UPDATE
  ) AS account;
  IF v_row IS NULL OR cardinality(v_row) < cardinality(p_account_id) THEN
    RETURN NULL;
  END IF;
  PERFORM FROM generate_series(1, cardinality(p_account_id)) AS a
  WHERE p_api_records[a] > v_api[a] + v_prepaid[a] OR p_cli_records[a] > v_cli[a];
  IF FOUND THEN
    RETURN NULL;
  END IF;
  IF true = ANY (p_key_capped) THEN
    v_used := ARRAY(
      SELECT CASE WHEN p_key_capped[k] THEN coalesce((
        SELECT sum(records) FROM ledger.usage_total
        WHERE account_id = p_account_id[p_key_account[k]] AND month = v_month AND credential_id = p_key_credential[k]
      ), 0) END
      FROM generate_series(1, cardinality(p_key_credential)) AS k ORDER BY k
    );
    PERFORM FROM generate_series(1, v_size) AS n
    WHERE p_monthly_cap[n] > 0 AND p_records[n] > 0
      AND p_records[n] > p_monthly_cap[n] - v_used[p_key[n]] - p_key_before[n];
    IF FOUND THEN
      RETURN NULL;
    END IF;
  END IF;
  v_remaining := ARRAY(
    SELECT least(
      CASE WHEN p_channel[n] = 'api' THEN v_api[a] + v_prepaid[a] ELSE v_cli[a] END - p_before[n] - p_records[n],
      CASE WHEN p_monthly_cap[n] > 0
        THEN greatest(0, p_monthly_cap[n] - v_used[p_key[n]] - p_key_before[n] - p_records[n]) END
    )
    FROM generate_series(1, v_size) AS n CROSS JOIN LATERAL (SELECT p_key_account[p_key[n]] AS a) AS account
    ORDER BY n
  );

  IF p_claims > 0 THEN
    -- A claim that is being taken over at this moment waits here for the outcome.
    UPDATE ledger.idempotency SET completed_at = v_now, free_at = v_now + p_replay_window
    WHERE completed_at IS NULL AND ctid = ANY (ARRAY(
      SELECT held.ctid
      FROM generate_series(1, v_size) AS n
      CROSS JOIN LATERAL (
        SELECT ctid FROM ledger.idempotency
        WHERE credential_id = p_key_credential[p_key[n]] AND idempotency_key = p_idempotency_key[n]
          AND claim = p_claim[n] AND completed_at IS NULL
        OFFSET 0
      ) AS held
    ));
    GET DIAGNOSTICS v_completed = ROW_COUNT;
    IF v_completed <> p_claims THEN
      RAISE EXCEPTION 'a claim of the batch is lost' USING ERRCODE = 'HL001';
    END IF;
    INSERT INTO ledger.stored_answer (claim, account_id, channel, status, content_type, body_encoding, body)
    SELECT p_claim[n], p_account_id[p_key_account[p_key[n]]], p_channel[n], p_status[n], p_content_type[n],
      p_body_encoding[n], substring(p_bodies FROM p_body_end[n] - p_body_length[n] + 1 FOR p_body_length[n])
    FROM generate_series(1, v_size) AS n
    WHERE p_claim[n] IS NOT NULL;
  END IF;

  WITH entered AS (
    INSERT INTO ledger.entry (
      entry_id, account_id, kind, api_records, cli_records, subscription_records, balance_micros, created_at,
      credential_id, channel, operation, mode, records, prepaid_records, request_id, remaining_records
    )
    SELECT p_event_id[n], p_account_id[a], 'charge',
      CASE WHEN p_channel[n] = 'api' THEN prepaid - p_records[n] ELSE 0 END,
      CASE WHEN p_channel[n] = 'api' OR v_subscribed[a] THEN 0 ELSE -p_records[n] END,
      CASE WHEN p_channel[n] <> 'api' AND v_subscribed[a] THEN -p_records[n] ELSE 0 END,
      -prepaid * p_micros_per_record, v_now,
      p_key_credential[p_key[n]], p_channel[n], p_operation[n], p_mode[n], p_records[n], prepaid, p_request_id[n],
      v_remaining[n]
    FROM generate_series(1, v_size) AS n
    CROSS JOIN LATERAL (SELECT p_key_account[p_key[n]] AS a) AS account
    CROSS JOIN LATERAL (
      -- The one-time records first: what of it they no longer pay for.
      SELECT CASE WHEN p_channel[n] = 'api'
        THEN p_records[n] - least(p_records[n], greatest(0, v_api[a] - p_before[n])) ELSE 0 END AS prepaid
    ) AS payment
    RETURNING entry.position, entry.entry_id, entry.account_id
  )
  INSERT INTO ledger.outbox (position, event_id, topic, key, created_at)
  SELECT position, entry_id, p_topic, account_id, v_now FROM entered;

  UPDATE ledger.account
  SET api_remaining = api_remaining - least(paid.api, api_remaining),
    balance_micros = balance_micros - greatest(0, paid.api - api_remaining) * p_micros_per_record,
    subscription_remaining = subscription_remaining - CASE WHEN paid.subscribed THEN paid.cli ELSE 0 END,
    cli_remaining = cli_remaining - CASE WHEN paid.subscribed THEN 0 ELSE paid.cli END
  FROM (
    SELECT v_row[a] AS row, p_api_records[a] AS api, p_cli_records[a] AS cli, v_subscribed[a] AS subscribed
    FROM generate_series(1, cardinality(p_account_id)) AS a
    WHERE p_api_records[a] + p_cli_records[a] > 0
    OFFSET 0
  ) AS paid
  -- Nobody can have moved it: it is locked.
  WHERE account.ctid = paid.row;

  INSERT INTO ledger.usage_total AS total (account_id, month, credential_id, channel, operation, requests, records)
  SELECT p_account_id[p_key_account[p_total_key[n]]], v_month, p_key_credential[p_total_key[n]], p_total_channel[n],
    p_total_operation[n], p_total_requests[n], p_total_records[n]
  FROM generate_series(1, cardinality(p_total_key)) AS n
  ON CONFLICT (account_id, month, credential_id, channel, operation)
  DO UPDATE SET requests = total.requests + excluded.requests, records = total.records + excluded.records;

  RETURN v_remaining;
END
$$;

-- Claims idempotency keys for a gathered batch, or says what became of their earlier requests:
--   new          claimed with the given token until the lease ends
--   replay       done: the stored answer, and what the credential can pay for now
--   conflict     the key belongs to another request, running or done
--   in_progress  the same request is running
-- A key is free when nobody claimed it, its lease ran out, or its answer is older than the replay window.
-- One key may occur only once in a batch. Fingerprints are one string of 32 bytes each. A cap of 0 is none.
CREATE FUNCTION ledger.claim_keys(
  p_credential_id text[], p_idempotency_key text[], p_fingerprints bytea, p_claim uuid[], p_monthly_cap bigint[],
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
  v_any_free boolean := false;
BEGIN
  -- A claim that a crash of the database forgets is only a key that is free again: a charge needs its claim. So
  -- claiming does not wait for the disk.
  PERFORM set_config('synchronous_commit', 'off', true);

  FOR v_round IN 1 .. 2 LOOP
    INSERT INTO ledger.idempotency (credential_id, idempotency_key, fingerprint, claim, claimed_at, free_at)
    SELECT p_credential_id[n], p_idempotency_key[n], substring(p_fingerprints FROM n * 32 - 31 FOR 32), p_claim[n],
      v_now, v_now + p_lease
    FROM generate_series(1, v_size) AS n
    ORDER BY p_credential_id[n] COLLATE "C", p_idempotency_key[n] COLLATE "C"
    -- Held, or taken by another process a moment ago; in the second round also by the first.
    ON CONFLICT (credential_id, idempotency_key) DO NOTHING;
    GET DIAGNOSTICS v_inserted = ROW_COUNT;
    IF v_inserted = v_size THEN
      RETURN QUERY SELECT 'new', NULL::integer, NULL::bigint, NULL::integer, NULL::text, NULL::text, NULL::bytea
      FROM generate_series(1, v_size);
      RETURN;
    END IF;
    EXIT WHEN v_round = 2;

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
      v_claim := NULL;
      -- Asks again: its charge may have been committed since, and another process may have been faster.
      DELETE FROM ledger.idempotency
      WHERE credential_id = v_free.credential_id AND idempotency_key = v_free.idempotency_key AND free_at <= v_now
      RETURNING claim INTO v_claim;
      DELETE FROM ledger.stored_answer WHERE claim = v_claim;
      v_any_free := true;
    END LOOP;
    EXIT WHEN NOT v_any_free;
  END LOOP;

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
    least(
      CASE
        WHEN answer.channel = 'api' THEN account.api_remaining + account.balance_micros / p_micros_per_record
        WHEN account.subscription_ends_at > v_now THEN account.subscription_remaining
        ELSE account.cli_remaining
      END,
      CASE WHEN p_monthly_cap[n] > 0 THEN greatest(0, p_monthly_cap[n] - coalesce((
        SELECT sum(records) FROM ledger.usage_total
        WHERE account_id = answer.account_id AND credential_id = p_credential_id[n]
          AND month = date_trunc('month', v_now AT TIME ZONE 'UTC')::date
      ), 0)) END
    )::bigint,
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

-- Takes an entry back. Outcome: reversed; repeated (it was reversed before, by the entry that is named); absent (there
-- is no such entry); irreversible (neither a charge nor a credit); insufficient (a credit of which too much is spent).
--
-- A charge gives back to each fund what it took from it. Funds cannot exceed their grants by that: what comes back was
-- taken, and comes back once. Records of a subscription period come back only while that period runs; those of one
-- that is over, or was replaced, would have expired, so they go nowhere.
CREATE FUNCTION ledger.reverse_entry(p_entry_id uuid, p_reason text)
RETURNS TABLE (outcome text, reversal_id uuid, balance bigint) LANGUAGE plpgsql
SET enable_seqscan = off
AS $$
DECLARE
  v_now timestamptz := now();
  v_entry ledger.entry;
  v_account ledger.account;
  v_reversal uuid;
  v_subscription bigint := 0;
  v_period_began bigint;
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
  IF v_entry.balance_micros > v_account.balance_micros THEN
    RETURN QUERY SELECT 'insufficient', NULL::uuid, v_account.balance_micros;
    RETURN;
  END IF;

  IF v_entry.subscription_records <> 0 AND v_account.subscription_ends_at > v_now THEN
    -- By position, not by time: a charge that waited for the account's lock is older than the period that paid for it.
    SELECT max(position) INTO v_period_began FROM ledger.entry
    WHERE account_id = v_entry.account_id AND kind <> 'charge' AND kind = 'subscription';
    IF v_entry.position > v_period_began THEN
      v_subscription := -v_entry.subscription_records;
    END IF;
  END IF;

  v_reversal := gen_random_uuid();
  INSERT INTO ledger.entry (
    entry_id, account_id, kind, api_records, cli_records, subscription_records, balance_micros, created_at,
    reason, reverses_entry_id
  )
  VALUES (
    v_reversal, v_entry.account_id, 'reversal', -v_entry.api_records, -v_entry.cli_records, v_subscription,
    -v_entry.balance_micros, v_now, p_reason, p_entry_id
  );
  UPDATE ledger.account
  SET api_remaining = api_remaining - v_entry.api_records, cli_remaining = cli_remaining - v_entry.cli_records,
    subscription_remaining = subscription_remaining + v_subscription,
    balance_micros = balance_micros - v_entry.balance_micros
  WHERE account_id = v_entry.account_id;
  RETURN QUERY SELECT 'reversed', v_reversal, v_account.balance_micros - v_entry.balance_micros;
END
$$;
