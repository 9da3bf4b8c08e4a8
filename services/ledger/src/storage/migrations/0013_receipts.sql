-- Receipts: the charges of an account are a chain, each link of which holds the hash of the one before (docs/adr/0029-receipts.md).
--
-- A link is an entry with a place in its account's chain: a charge, the void of a charge, or the reversal of a charge. What the link
-- says is in the entry; beside it stand its place, its hash and its time. Links are made under the lock of the account, so a chain has
-- no gap and no fork however many processes charge (db: entry_receipt_once).
--
-- Functions that changed are new ones beside the old, told apart by their arguments; those of the previous version are remade to call
-- the new ones, so that what it charges is in the chain too. What 0002 says about plans and the order of locks holds here too.

-- The end of the chain: its last link, none with 0, and that link's time and hash.
ALTER TABLE ledger.account
  ADD COLUMN receipt_sequence bigint NOT NULL DEFAULT 0,
  ADD COLUMN receipt_hash bytea NOT NULL DEFAULT decode(repeat('0', 64), 'hex'),
  ADD COLUMN receipt_at timestamptz NOT NULL DEFAULT '-infinity';

-- Null of entries that are no links, and of those before this migration. receipt_at: created_at, but never before the link before it, so
-- that the links of a month follow each other. answer_sha256: of the answer's body; null where none was given.
ALTER TABLE ledger.entry
  ADD COLUMN receipt_sequence bigint,
  ADD COLUMN receipt_hash bytea,
  ADD COLUMN receipt_at timestamptz,
  ADD COLUMN answer_sha256 bytea;

CREATE UNIQUE INDEX entry_receipt_once ON ledger.entry (account_id, receipt_sequence) WHERE receipt_sequence IS NOT NULL;

-- The charge that an answer was stored with: its receipt is that of a replay.
ALTER TABLE ledger.stored_answer ADD COLUMN event_id uuid;

-- A time as links have it: ISO 8601 in UTC, to the millisecond.
CREATE FUNCTION ledger.link_time(p_at timestamptz) RETURNS text LANGUAGE sql STABLE
AS $$ SELECT to_char(p_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;

-- SHA-256 of a link as canonical JSON (RFC 8785): members by name, no white space, null where there is no mode or no hash of an answer.
-- Of the texts only a request id may hold characters that JSON escapes: it is visible ASCII, so these are the quotation mark and
-- the reverse solidus, which to_json escapes as RFC 8785 wants it.
CREATE FUNCTION ledger.link_hash(
  p_account_id text, p_amount_micros bigint, p_answer_sha256 text, p_at text, p_event_id uuid, p_mode text, p_operation text,
  p_previous bytea, p_records integer, p_request_id text, p_sequence bigint
)
RETURNS bytea LANGUAGE sql STABLE
AS $$
  SELECT sha256(convert_to(
    '{"accountId":"' || p_account_id || '","amountMicros":' || p_amount_micros
    || ',"answerSha256":' || coalesce('"' || p_answer_sha256 || '"', 'null') || ',"at":"' || p_at || '","eventId":"' || p_event_id
    || '","mode":' || coalesce('"' || nullif(p_mode, '') || '"', 'null') || ',"operation":"' || p_operation
    || '","previous":"' || encode(p_previous, 'hex') || '","records":' || p_records
    || ',"requestId":' || to_json(p_request_id) || ',"sequence":' || p_sequence || '}', 'UTF8'))
$$;

-- A receipt as X-Receipt has it; null of an entry that is no link.
CREATE FUNCTION ledger.receipt_text(p_sequence bigint, p_hash bytea) RETURNS text LANGUAGE sql IMMUTABLE
AS $$ SELECT p_sequence || '.' || encode(p_hash, 'hex') $$;

-- Adds a link to the chain of an account that is locked; its entry is made by the caller, with what this returns.
CREATE FUNCTION ledger.append_link(
  p_account_id text, p_amount_micros bigint, p_event_id uuid, p_mode text, p_operation text, p_records integer, p_request_id text,
  OUT sequence bigint, OUT hash bytea, OUT at timestamptz
)
LANGUAGE plpgsql
SET enable_seqscan = off
AS $$
BEGIN
  SELECT receipt_sequence + 1, receipt_hash, greatest(date_trunc('milliseconds', now()), receipt_at) INTO sequence, hash, at
  FROM ledger.account WHERE account_id = p_account_id;
  hash := ledger.link_hash(
    p_account_id, p_amount_micros, NULL, ledger.link_time(at), p_event_id, p_mode, p_operation, hash, p_records, p_request_id, sequence);
  UPDATE ledger.account SET receipt_sequence = sequence, receipt_hash = hash, receipt_at = at WHERE account_id = p_account_id;
END
$$;

-- As in 0009, with the links of the charges; p_answer_sha256 is in hexadecimal, null where none was given.
CREATE FUNCTION ledger.charge_all(
  p_account_id text[], p_api_records bigint[], p_cli_records bigint[],
  p_key_account integer[], p_key_credential text[], p_key_capped boolean[],
  p_total_key integer[], p_total_channel text[], p_total_operation text[], p_total_requests integer[],
  p_total_records bigint[],
  p_event_id uuid[], p_key integer[], p_channel text[], p_operation text[], p_mode text[], p_records integer[],
  p_request_id text[], p_monthly_cap bigint[], p_before bigint[], p_key_before bigint[],
  p_claims integer, p_idempotency_key text[], p_claim uuid[], p_status integer[], p_content_type text[],
  p_body_encoding text[], p_body_end integer[], p_body_length integer[], p_bodies bytea,
  p_topic text, p_replay_window interval, p_micros_per_record bigint,
  p_budget_account integer[], p_budget_id text[], p_budget_records bigint[], p_budget_room bigint[], p_budget integer[],
  p_budget_window interval, p_answer_sha256 text[],
  OUT remaining bigint[], OUT budget_used bigint[], OUT receipt text[]
)
LANGUAGE plpgsql
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
  -- By budget.
  v_budget_used bigint[];
  -- The ends of the chains by account, and the links by item.
  v_last_sequence bigint[];
  v_last_hash bytea[];
  v_last_at timestamptz[];
  v_prepaid_of bigint[];
  v_sequence bigint[];
  v_hash bytea[] := array_fill(NULL::bytea, ARRAY[v_size]);
  v_item record;
  v_account integer := 0;
  v_previous bytea;
  v_at text;
BEGIN
  IF ledger.settles_singly(p_account_id) THEN
    RETURN;
  END IF;
  SELECT array_agg(account.ctid ORDER BY wanted.n), array_agg(account.api_remaining ORDER BY wanted.n),
    array_agg(account.balance_micros / p_micros_per_record ORDER BY wanted.n),
    array_agg(CASE WHEN account.subscribed THEN account.subscription_remaining ELSE account.cli_remaining END
      ORDER BY wanted.n),
    array_agg(account.subscribed ORDER BY wanted.n), array_agg(account.receipt_sequence ORDER BY wanted.n),
    array_agg(account.receipt_hash ORDER BY wanted.n), array_agg(account.last_at ORDER BY wanted.n)
  INTO v_row, v_api, v_prepaid, v_cli, v_subscribed, v_last_sequence, v_last_hash, v_last_at
  FROM unnest(p_account_id) WITH ORDINALITY AS wanted (id, n)
  CROSS JOIN LATERAL (
    SELECT ctid, api_remaining, balance_micros, subscription_remaining, cli_remaining,
      coalesce(subscription_ends_at > v_now, false) AS subscribed, receipt_sequence, receipt_hash,
      greatest(date_trunc('milliseconds', v_now), receipt_at) AS last_at
    FROM ledger.account WHERE account_id = wanted.id FOR NO KEY UPDATE
  ) AS account;
  IF v_row IS NULL OR cardinality(v_row) < cardinality(p_account_id) THEN
    RETURN;
  END IF;
  PERFORM FROM generate_series(1, cardinality(p_account_id)) AS a
  WHERE p_api_records[a] > v_api[a] + v_prepaid[a] OR p_cli_records[a] > v_cli[a];
  IF FOUND THEN
    RETURN;
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
      RETURN;
    END IF;
  END IF;
  IF cardinality(p_budget_id) > 0 THEN
    v_budget_used := ARRAY(
      SELECT ledger.budget_used(p_account_id[p_budget_account[b]], p_budget_id[b], v_now, p_budget_window)
      FROM generate_series(1, cardinality(p_budget_id)) AS b ORDER BY b
    );
    PERFORM FROM generate_series(1, cardinality(p_budget_id)) AS b WHERE v_budget_used[b] > p_budget_room[b];
    IF FOUND THEN
      RETURN;
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
    INSERT INTO ledger.stored_answer (claim, account_id, channel, status, content_type, body_encoding, body, event_id)
    SELECT p_claim[n], p_account_id[p_key_account[p_key[n]]], p_channel[n], p_status[n], p_content_type[n],
      p_body_encoding[n], substring(p_bodies FROM p_body_end[n] - p_body_length[n] + 1 FOR p_body_length[n]), p_event_id[n]
    FROM generate_series(1, v_size) AS n
    WHERE p_claim[n] IS NOT NULL;
  END IF;

  v_prepaid_of := ARRAY(
    -- The one-time records first: what of it they no longer pay for.
    SELECT CASE WHEN p_channel[n] = 'api'
      THEN p_records[n] - least(p_records[n], greatest(0, v_api[p_key_account[p_key[n]]] - p_before[n])) ELSE 0 END
    FROM generate_series(1, v_size) AS n ORDER BY n
  );
  v_sequence := ARRAY(
    SELECT v_last_sequence[p_key_account[p_key[n]]] + row_number() OVER (PARTITION BY p_key_account[p_key[n]] ORDER BY n)
    FROM generate_series(1, v_size) AS n ORDER BY n
  );
  -- Items are in the order of their accounts.
  FOR v_item IN
    SELECT p_key_account[item.key] AS account, item.*
    FROM unnest(
      p_event_id, p_key, p_operation, p_mode, p_records, p_request_id, p_answer_sha256, v_prepaid_of, v_sequence
    ) WITH ORDINALITY AS item (event_id, key, operation, mode, records, request_id, answer_sha256, prepaid, sequence, n)
    ORDER BY n
  LOOP
    IF v_account <> v_item.account THEN
      v_account := v_item.account;
      v_previous := v_last_hash[v_account];
      v_at := ledger.link_time(v_last_at[v_account]);
    END IF;
    v_previous := ledger.link_hash(
      p_account_id[v_account], v_item.prepaid * p_micros_per_record, v_item.answer_sha256, v_at, v_item.event_id, v_item.mode,
      v_item.operation, v_previous, v_item.records, v_item.request_id, v_item.sequence);
    v_hash[v_item.n] := v_previous;
    v_last_hash[v_account] := v_previous;
    v_last_sequence[v_account] := v_item.sequence;
  END LOOP;

  WITH entered AS (
    INSERT INTO ledger.entry (
      entry_id, account_id, kind, api_records, cli_records, subscription_records, balance_micros, created_at,
      credential_id, channel, operation, mode, records, prepaid_records, request_id, remaining_records,
      budget_id, receipt_sequence, receipt_hash, receipt_at, answer_sha256
    )
    SELECT p_event_id[n], p_account_id[a], 'charge',
      CASE WHEN p_channel[n] = 'api' THEN v_prepaid_of[n] - p_records[n] ELSE 0 END,
      CASE WHEN p_channel[n] = 'api' OR v_subscribed[a] THEN 0 ELSE -p_records[n] END,
      CASE WHEN p_channel[n] <> 'api' AND v_subscribed[a] THEN -p_records[n] ELSE 0 END,
      -v_prepaid_of[n] * p_micros_per_record, v_now,
      p_key_credential[p_key[n]], p_channel[n], p_operation[n], p_mode[n], p_records[n], v_prepaid_of[n], p_request_id[n],
      v_remaining[n], p_budget_id[p_budget[n]], v_sequence[n], v_hash[n], v_last_at[a], decode(p_answer_sha256[n], 'hex')
    FROM generate_series(1, v_size) AS n
    CROSS JOIN LATERAL (SELECT p_key_account[p_key[n]] AS a) AS account
    RETURNING entry.position, entry.entry_id, entry.account_id
  )
  INSERT INTO ledger.outbox (position, event_id, topic, key, created_at)
  SELECT position, entry_id, p_topic, account_id, v_now FROM entered;

  UPDATE ledger.account
  SET api_remaining = api_remaining - least(paid.api, api_remaining),
    balance_micros = balance_micros - greatest(0, paid.api - api_remaining) * p_micros_per_record,
    subscription_remaining = subscription_remaining - CASE WHEN paid.subscribed THEN paid.cli ELSE 0 END,
    cli_remaining = cli_remaining - CASE WHEN paid.subscribed THEN 0 ELSE paid.cli END,
    receipt_sequence = paid.receipt_sequence, receipt_hash = paid.receipt_hash, receipt_at = paid.receipt_at
  FROM (
    SELECT v_row[a] AS row, p_api_records[a] AS api, p_cli_records[a] AS cli, v_subscribed[a] AS subscribed,
      v_last_sequence[a] AS receipt_sequence, v_last_hash[a] AS receipt_hash, v_last_at[a] AS receipt_at
    FROM generate_series(1, cardinality(p_account_id)) AS a
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

  IF cardinality(p_budget_id) > 0 THEN
    INSERT INTO ledger.budget_hour AS used (account_id, budget_id, hour, records)
    SELECT p_account_id[p_budget_account[b]], p_budget_id[b], date_trunc('hour', v_now, 'UTC'), p_budget_records[b]
    FROM generate_series(1, cardinality(p_budget_id)) AS b WHERE p_budget_records[b] > 0
    ON CONFLICT (account_id, budget_id, hour) DO UPDATE SET records = used.records + excluded.records;
  END IF;

  remaining := v_remaining;
  budget_used := v_budget_used;
  receipt := ARRAY(
    SELECT ledger.receipt_text(v_sequence[n], v_hash[n]) FROM generate_series(1, v_size) AS n ORDER BY n);
END
$$;

-- As in 0009, with the links of the charges. A repeated charge is answered with its receipt.
CREATE FUNCTION ledger.charge_records(
  p_event_id uuid[], p_account_id text[], p_credential_id text[], p_channel text[], p_operation text[],
  p_mode text[], p_records integer[], p_request_id text[], p_monthly_cap bigint[],
  p_idempotency_key text[], p_claim uuid[], p_status integer[], p_content_type text[],
  p_body_encoding text[], p_body_end integer[], p_body_length integer[], p_bodies bytea,
  p_topic text, p_replay_window interval, p_micros_per_record bigint, p_api_grant bigint, p_cli_grant bigint,
  p_budget_id text[], p_budget_records integer[], p_budget_window interval, p_answer_sha256 text[]
)
RETURNS TABLE (
  verdict text, remaining bigint, retry_after integer, month_used bigint, budget_used bigint, receipt text
) LANGUAGE plpgsql
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
  -- Accounts that are charged, with what is left to them and the ends of their chains.
  v_payer text[] := '{}';
  v_payer_api bigint[] := '{}';
  v_payer_cli bigint[] := '{}';
  v_payer_subscription bigint[] := '{}';
  v_payer_balance bigint[] := '{}';
  v_payer_sequence bigint[] := '{}';
  v_payer_hash bytea[] := '{}';
  v_payer_at timestamptz[] := '{}';
  -- By item.
  v_sequence bigint[] := array_fill(NULL::bigint, ARRAY[v_size]);
  v_hash bytea[] := array_fill(NULL::bytea, ARRAY[v_size]);
  v_at timestamptz[] := array_fill(NULL::timestamptz, ARRAY[v_size]);
  v_receipt text[] := array_fill(NULL::text, ARRAY[v_size]);
  -- Of the account at hand.
  v_last_sequence bigint;
  v_last_hash bytea;
  v_last_at timestamptz;
  -- Credentials of the account at hand that have a cap, with the records of this month so far.
  v_capped text[] := '{}';
  v_capped_used bigint[] := '{}';
  -- Budgets of the account at hand that an item named, with the records charged under each within the window.
  v_budgets text[] := '{}';
  v_budgets_used bigint[] := '{}';
  v_budget_used bigint[] := array_fill(0::bigint, ARRAY[v_size]);
  v_budget_at integer;
  v_cap bigint;
  v_capped_at integer;
  v_item record;
  v_n integer;
  v_records bigint;
  v_has_subscription boolean;
  v_uses_balance boolean;
  v_account text COLLATE "C";
  v_api_left bigint;
  v_cli_left bigint;
  v_subscription_left bigint;
  v_balance bigint;
  v_allowance bigint;
  v_granted bigint;
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
    SELECT n, account.*, earlier.remaining_records AS remaining_then, earlier.receipt AS receipt_then
    FROM generate_series(1, v_size) AS n
    CROSS JOIN LATERAL (
      SELECT account_id, api_remaining, cli_remaining, subscription_remaining, balance_micros, prepaid_pays_cli,
        coalesce(subscription_ends_at > v_now, false) AS has_subscription, receipt_sequence, receipt_hash,
        greatest(date_trunc('milliseconds', v_now), receipt_at) AS last_at
      FROM ledger.account WHERE account_id = p_account_id[n] OFFSET 0
    ) AS account
    LEFT JOIN LATERAL (
      SELECT remaining_records, ledger.receipt_text(entry.receipt_sequence, entry.receipt_hash) AS receipt
      FROM ledger.entry WHERE entry_id = p_event_id[n] OFFSET 0
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
      v_last_sequence := v_item.receipt_sequence;
      v_last_hash := v_item.receipt_hash;
      v_last_at := v_item.last_at;
      v_capped := '{}';
      v_capped_used := '{}';
      v_budgets := '{}';
      v_budgets_used := '{}';
    END IF;

    v_budget_at := NULL;
    IF p_budget_id[v_n] IS NOT NULL THEN
      v_budget_at := array_position(v_budgets, p_budget_id[v_n]);
      IF v_budget_at IS NULL THEN
        v_budgets := v_budgets || p_budget_id[v_n];
        v_budget_at := cardinality(v_budgets);
        v_budgets_used[v_budget_at] := ledger.budget_used(v_account, p_budget_id[v_n], v_now, p_budget_window);
      END IF;
      v_budget_used[v_n] := v_budgets_used[v_budget_at];
    END IF;

    IF v_item.remaining_then IS NOT NULL THEN
      v_verdict[v_n] := CASE WHEN EXISTS (
        SELECT FROM ledger.entry
        WHERE entry_id = p_event_id[v_n] AND account_id = v_account AND credential_id = p_credential_id[v_n]
          AND channel = p_channel[v_n] AND operation = p_operation[v_n] AND records = p_records[v_n]
      ) THEN 'repeated' ELSE 'reused' END;
      v_remaining[v_n] := v_item.remaining_then;
      IF v_verdict[v_n] = 'repeated' THEN
        v_receipt[v_n] := v_item.receipt_then;
      END IF;
      CONTINUE;
    END IF;
    v_records := p_records[v_n];
    v_uses_balance := p_channel[v_n] = 'api' OR v_item.prepaid_pays_cli;
    v_allowance := CASE
      WHEN p_channel[v_n] = 'api' THEN v_api_left
      WHEN v_has_subscription THEN v_subscription_left
      ELSE v_cli_left
    END;
    v_left := v_allowance + CASE WHEN v_uses_balance THEN v_balance / p_micros_per_record ELSE 0 END;
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

    IF v_budget_at IS NOT NULL AND v_records > 0 AND v_records > p_budget_records[v_n] - v_budget_used[v_n] THEN
      v_verdict[v_n] := 'budget_reached';
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
      v_granted := least(v_records, v_allowance);
      v_prepaid[v_n] := v_records - v_granted;
      v_balance := v_balance - v_prepaid[v_n] * p_micros_per_record;
      IF p_channel[v_n] = 'api' THEN
        v_api[v_n] := -v_granted;
        v_api_left := v_api_left - v_granted;
      ELSIF v_has_subscription THEN
        v_subscription[v_n] := -v_granted;
        v_subscription_left := v_subscription_left - v_granted;
      ELSE
        v_cli[v_n] := -v_granted;
        v_cli_left := v_cli_left - v_granted;
      END IF;
    END IF;
    v_last_sequence := v_last_sequence + 1;
    v_last_hash := ledger.link_hash(
      v_account, v_prepaid[v_n] * p_micros_per_record, p_answer_sha256[v_n], ledger.link_time(v_last_at), p_event_id[v_n],
      p_mode[v_n], p_operation[v_n], v_last_hash, v_records::integer, p_request_id[v_n], v_last_sequence);
    v_sequence[v_n] := v_last_sequence;
    v_hash[v_n] := v_last_hash;
    v_at[v_n] := v_last_at;
    v_receipt[v_n] := ledger.receipt_text(v_last_sequence, v_last_hash);
    IF NOT v_pays THEN
      v_pays := true;
      v_payer := v_payer || v_account;
    END IF;
    v_payer_api[cardinality(v_payer)] := v_api_left;
    v_payer_cli[cardinality(v_payer)] := v_cli_left;
    v_payer_subscription[cardinality(v_payer)] := v_subscription_left;
    v_payer_balance[cardinality(v_payer)] := v_balance;
    v_payer_sequence[cardinality(v_payer)] := v_last_sequence;
    v_payer_hash[cardinality(v_payer)] := v_last_hash;
    v_payer_at[cardinality(v_payer)] := v_last_at;
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
    IF v_budget_at IS NOT NULL THEN
      v_budget_used[v_n] := v_budget_used[v_n] + v_records;
      v_budgets_used[v_budget_at] := v_budget_used[v_n];
    END IF;
    v_charged := v_charged + 1;
  END LOOP;

  IF v_charged > 0 THEN
    WITH entered AS (
      INSERT INTO ledger.entry (
        entry_id, account_id, kind, api_records, cli_records, subscription_records, balance_micros, created_at,
        credential_id, channel, operation, mode, records, prepaid_records, request_id, remaining_records,
        budget_id, receipt_sequence, receipt_hash, receipt_at, answer_sha256
      )
      SELECT p_event_id[n], p_account_id[n], 'charge', v_api[n], v_cli[n], v_subscription[n],
        -v_prepaid[n] * p_micros_per_record, v_now,
        p_credential_id[n], p_channel[n], p_operation[n], p_mode[n], p_records[n], v_prepaid[n], p_request_id[n],
        v_remaining[n], p_budget_id[n], v_sequence[n], v_hash[n], v_at[n], decode(p_answer_sha256[n], 'hex')
      FROM generate_series(1, v_size) AS n
      WHERE v_verdict[n] = 'charged'
      RETURNING entry.position, entry.entry_id, entry.account_id
    )
    INSERT INTO ledger.outbox (position, event_id, topic, key, created_at)
    SELECT position, entry_id, p_topic, account_id, v_now FROM entered;

    FOR v_n IN 1 .. cardinality(v_payer) LOOP
      UPDATE ledger.account
      SET api_remaining = v_payer_api[v_n], cli_remaining = v_payer_cli[v_n],
        subscription_remaining = v_payer_subscription[v_n], balance_micros = v_payer_balance[v_n],
        receipt_sequence = v_payer_sequence[v_n], receipt_hash = v_payer_hash[v_n], receipt_at = v_payer_at[v_n]
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

    INSERT INTO ledger.budget_hour AS used (account_id, budget_id, hour, records)
    SELECT account_id, budget_id, date_trunc('hour', v_now, 'UTC'), sum(item.records)
    FROM (
      SELECT p_account_id[n] AS account_id, p_budget_id[n] AS budget_id, p_records[n] AS records
      FROM generate_series(1, v_size) AS n
      WHERE v_verdict[n] = 'charged' AND p_budget_id[n] IS NOT NULL AND p_records[n] > 0
    ) AS item
    GROUP BY account_id, budget_id
    ON CONFLICT (account_id, budget_id, hour) DO UPDATE SET records = used.records + excluded.records;
  END IF;

  IF v_has_answers THEN
    INSERT INTO ledger.stored_answer (claim, account_id, channel, status, content_type, body_encoding, body, event_id)
    SELECT p_claim[n], p_account_id[n], p_channel[n], p_status[n], p_content_type[n], p_body_encoding[n],
      substring(p_bodies FROM p_body_end[n] - p_body_length[n] + 1 FOR p_body_length[n]), p_event_id[n]
    FROM generate_series(1, v_size) AS n
    WHERE v_verdict[n] = 'charged' AND p_claim[n] IS NOT NULL;
  END IF;

  RETURN QUERY SELECT * FROM unnest(v_verdict, v_remaining, v_retry_after, v_month_used, v_budget_used, v_receipt);
END
$$;

-- The previous version calls these. Its links have no hash of an answer.
CREATE OR REPLACE FUNCTION ledger.charge_all(
  p_account_id text[], p_api_records bigint[], p_cli_records bigint[],
  p_key_account integer[], p_key_credential text[], p_key_capped boolean[],
  p_total_key integer[], p_total_channel text[], p_total_operation text[], p_total_requests integer[],
  p_total_records bigint[],
  p_event_id uuid[], p_key integer[], p_channel text[], p_operation text[], p_mode text[], p_records integer[],
  p_request_id text[], p_monthly_cap bigint[], p_before bigint[], p_key_before bigint[],
  p_claims integer, p_idempotency_key text[], p_claim uuid[], p_status integer[], p_content_type text[],
  p_body_encoding text[], p_body_end integer[], p_body_length integer[], p_bodies bytea,
  p_topic text, p_replay_window interval, p_micros_per_record bigint,
  p_budget_account integer[], p_budget_id text[], p_budget_records bigint[], p_budget_room bigint[], p_budget integer[],
  p_budget_window interval, OUT remaining bigint[], OUT budget_used bigint[]
)
LANGUAGE sql
AS $$
  SELECT made.remaining, made.budget_used FROM ledger.charge_all(
    p_account_id, p_api_records, p_cli_records, p_key_account, p_key_credential, p_key_capped, p_total_key,
    p_total_channel, p_total_operation, p_total_requests, p_total_records, p_event_id, p_key, p_channel, p_operation,
    p_mode, p_records, p_request_id, p_monthly_cap, p_before, p_key_before, p_claims, p_idempotency_key, p_claim,
    p_status, p_content_type, p_body_encoding, p_body_end, p_body_length, p_bodies, p_topic, p_replay_window,
    p_micros_per_record, p_budget_account, p_budget_id, p_budget_records, p_budget_room, p_budget, p_budget_window,
    array_fill(NULL::text, ARRAY[cardinality(p_event_id)])
  ) AS made
$$;

CREATE OR REPLACE FUNCTION ledger.charge_records(
  p_event_id uuid[], p_account_id text[], p_credential_id text[], p_channel text[], p_operation text[],
  p_mode text[], p_records integer[], p_request_id text[], p_monthly_cap bigint[],
  p_idempotency_key text[], p_claim uuid[], p_status integer[], p_content_type text[],
  p_body_encoding text[], p_body_end integer[], p_body_length integer[], p_bodies bytea,
  p_topic text, p_replay_window interval, p_micros_per_record bigint, p_api_grant bigint, p_cli_grant bigint,
  p_budget_id text[], p_budget_records integer[], p_budget_window interval
)
RETURNS TABLE (verdict text, remaining bigint, retry_after integer, month_used bigint, budget_used bigint) LANGUAGE sql
AS $$
  SELECT made.verdict, made.remaining, made.retry_after, made.month_used, made.budget_used FROM ledger.charge_records(
    p_event_id, p_account_id, p_credential_id, p_channel, p_operation, p_mode, p_records, p_request_id,
    p_monthly_cap, p_idempotency_key, p_claim, p_status, p_content_type, p_body_encoding, p_body_end, p_body_length,
    p_bodies, p_topic, p_replay_window, p_micros_per_record, p_api_grant, p_cli_grant, p_budget_id, p_budget_records,
    p_budget_window,
    array_fill(NULL::text, ARRAY[cardinality(p_event_id)])
  ) AS made
$$;

-- Charges items as ledger.charge_records does, each for those of its signals that its account does not hold: not charged for within
-- p_window. Beside the verdicts there:
--   over_maximum  more signals than p_maximum are new (null: no maximum): nothing taken
-- p_signals are arrays as text; records: the item's new signals, of a repeated charge those of then.
--
-- The accounts are locked first, and items of one account follow each other, so that each sees what those before it received. A
-- key that shares its cap with others (p_lineage_id) has it lowered by what these took (see 0008).
CREATE FUNCTION ledger.charge_signals(
  p_event_id uuid[], p_account_id text[], p_credential_id text[], p_channel text[], p_operation text[],
  p_mode text[], p_request_id text[], p_monthly_cap bigint[],
  p_idempotency_key text[], p_claim uuid[], p_status integer[], p_content_type text[],
  p_body_encoding text[], p_body_end integer[], p_body_length integer[], p_bodies bytea,
  p_topic text, p_replay_window interval, p_micros_per_record bigint, p_api_grant bigint, p_cli_grant bigint,
  p_budget_id text[], p_budget_records integer[], p_budget_window interval,
  p_lineage_id text[], p_maximum integer[], p_signals text[], p_window interval,
  p_answer_sha256 text[]
)
RETURNS TABLE (
  verdict text, remaining bigint, retry_after integer, month_used bigint, budget_used bigint, records integer, receipt text
) LANGUAGE plpgsql
SET enable_seqscan = off SET plan_cache_mode = force_generic_plan SET jit = off
AS $$
DECLARE
  v_now timestamptz := now();
  v_earlier ledger.entry;
  v_new numeric[];
  v_cap bigint;
  -- What the other keys of the lineage took in this month.
  v_others bigint;
BEGIN
  PERFORM ledger.open_accounts(p_account_id, p_api_grant, p_cli_grant);
  PERFORM FROM (SELECT DISTINCT unnest(p_account_id) COLLATE "C" AS id ORDER BY 1) AS wanted
  CROSS JOIN LATERAL (SELECT FROM ledger.account WHERE account_id = wanted.id FOR NO KEY UPDATE) AS locked;

  FOR n IN 1 .. cardinality(p_event_id) LOOP
    SELECT * INTO v_earlier FROM ledger.entry WHERE entry_id = p_event_id[n];
    IF FOUND THEN
      -- Of other signals it is another charge, as far as its rows still tell.
      PERFORM FROM ledger.received_signal AS held
      WHERE held.at = v_earlier.created_at AND held.event_id = p_event_id[n]
        AND held.signal_id <> ALL (p_signals[n]::numeric[]);
      IF FOUND THEN
        RETURN QUERY SELECT 'reused', 0::bigint, 0, 0::bigint, 0::bigint, 0, NULL::text;
        CONTINUE;
      END IF;
      v_new := '{}';
      records := coalesce(v_earlier.records, 0);
    ELSE
      v_new := ARRAY(
        SELECT DISTINCT asked.id FROM unnest(p_signals[n]::numeric[]) AS asked (id)
        WHERE NOT EXISTS (
          SELECT FROM ledger.received_signal AS held
          WHERE held.account_id = p_account_id[n] AND held.signal_id = asked.id AND held.at > v_now - p_window
        )
      );
      records := cardinality(v_new);
      IF records > p_maximum[n] THEN
        RETURN QUERY SELECT 'over_maximum', 0::bigint, 0, 0::bigint, 0::bigint, records, NULL::text;
        CONTINUE;
      END IF;
    END IF;

    v_cap := p_monthly_cap[n];
    v_others := 0;
    IF v_cap > 0 AND p_lineage_id[n] IS NOT NULL THEN
      v_others := ledger.lock_lineage(
        p_account_id[n], p_credential_id[n], p_lineage_id[n], p_api_grant, p_cli_grant);
      v_cap := v_cap - v_others;
      IF v_cap <= 0 AND cardinality(v_new) > 0 THEN
        RETURN QUERY SELECT 'cap_reached', 0::bigint, 0, v_others, 0::bigint, records, NULL::text;
        CONTINUE;
      END IF;
    END IF;

    SELECT charged.verdict, charged.remaining, charged.retry_after, charged.month_used + v_others, charged.budget_used,
      charged.receipt
    INTO verdict, remaining, retry_after, month_used, budget_used, receipt
    FROM ledger.charge_records(
      p_event_id[n:n], p_account_id[n:n], p_credential_id[n:n], p_channel[n:n], p_operation[n:n], p_mode[n:n],
      ARRAY[records], p_request_id[n:n],
      -- Where the others have used up the cap, what costs nothing needs none.
      ARRAY[greatest(0, v_cap)],
      p_idempotency_key[n:n], p_claim[n:n], p_status[n:n], p_content_type[n:n], p_body_encoding[n:n], p_body_end[n:n],
      p_body_length[n:n], p_bodies, p_topic, p_replay_window, p_micros_per_record, p_api_grant, p_cli_grant,
      p_budget_id[n:n], p_budget_records[n:n], p_budget_window, p_answer_sha256[n:n]
    ) AS charged;
    IF verdict = 'charged' THEN
      IF v_others > 0 AND v_cap <= 0 THEN
        remaining := 0;
      END IF;
      INSERT INTO ledger.received_signal (account_id, signal_id, at, event_id)
      SELECT p_account_id[n], id, v_now, p_event_id[n] FROM unnest(v_new) AS id
      -- One that counts no more, and is not cleaned up yet.
      ON CONFLICT (account_id, signal_id) DO UPDATE SET at = excluded.at, event_id = excluded.event_id;
    END IF;
    RETURN NEXT;
  END LOOP;
END
$$;

-- As in 0009, and forgets the charge's signals. The link of a void takes records and money off again, under the request id of the charge; that of the charge stays.
CREATE OR REPLACE FUNCTION ledger.void_charge(
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
  v_link record;
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
  v_link := ledger.append_link(
    p_account_id, v_charge.balance_micros, p_void_id, v_charge.mode, 'voidCharge', -v_charge.records, v_charge.request_id);
  INSERT INTO ledger.entry (
    entry_id, account_id, kind, api_records, cli_records, subscription_records, balance_micros, created_at, reason,
    reverses_entry_id, operation, mode, records, request_id, receipt_sequence, receipt_hash, receipt_at
  )
  VALUES (
    p_void_id, p_account_id, 'void', -v_charge.api_records, -v_charge.cli_records, v_subscription,
    -v_charge.balance_micros, v_now, 'its request was answered with a failure', p_event_id,
    'voidCharge', v_charge.mode, -v_charge.records, v_charge.request_id, v_link.sequence, v_link.hash, v_link.at
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
  -- The next charge of its signals pays for them.
  DELETE FROM ledger.received_signal AS held WHERE held.at = v_charge.created_at AND held.event_id = p_event_id;
  -- Of an hour that was cleaned up nothing is left to give back.
  UPDATE ledger.budget_hour SET records = records - v_charge.records
  WHERE account_id = p_account_id AND budget_id = v_charge.budget_id
    AND hour = date_trunc('hour', v_charge.created_at, 'UTC');
  INSERT INTO ledger.outbox (position, event_id, topic, key, created_at)
  VALUES (v_position, p_void_id, p_topic, p_account_id, v_now);
  RETURN 'voided';
END
$$;

-- As in 0008. The link of the reversal of a charge takes its money off again; that of a credit is none.
CREATE OR REPLACE FUNCTION ledger.reverse_entry(p_entry_id uuid, p_reason text, p_as_far_as_left boolean)
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
  v_is_charge boolean;
  v_link record;
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
  v_is_charge := v_entry.kind = 'charge';
  SELECT NULL::bigint AS sequence, NULL::bytea AS hash, NULL::timestamptz AS at INTO v_link;
  IF v_is_charge THEN
    -- It gives money back; the records stay used.
    v_link := ledger.append_link(
      v_entry.account_id, -v_micros, v_reversal, v_entry.mode, 'reverseCharge', 0, v_entry.request_id);
  END IF;
  INSERT INTO ledger.entry (
    entry_id, account_id, kind, api_records, cli_records, subscription_records, balance_micros, created_at,
    reason, reverses_entry_id, operation, mode, records, request_id, receipt_sequence, receipt_hash, receipt_at
  )
  VALUES (
    v_reversal, v_entry.account_id, 'reversal', -v_entry.api_records, -v_entry.cli_records, v_subscription,
    v_micros, now(), p_reason, p_entry_id, CASE WHEN v_is_charge THEN 'reverseCharge' END,
    CASE WHEN v_is_charge THEN v_entry.mode END, CASE WHEN v_is_charge THEN 0 END,
    CASE WHEN v_is_charge THEN v_entry.request_id END, v_link.sequence, v_link.hash, v_link.at
  );
  UPDATE ledger.account
  SET api_remaining = api_remaining - v_entry.api_records, cli_remaining = cli_remaining - v_entry.cli_records,
    subscription_remaining = subscription_remaining + v_subscription, balance_micros = balance_micros + v_micros
  WHERE account_id = v_entry.account_id;
  RETURN QUERY SELECT 'reversed', v_reversal, v_account.balance_micros + v_micros;
END
$$;

-- As in 0007. Each is a link: its answer is a page of the dashboard, of which there is no hash.
CREATE OR REPLACE FUNCTION ledger.record_web_request(
  p_entry_id uuid, p_request_key uuid, p_search_key uuid, p_page_key uuid, p_account_id text, p_credential_id text,
  p_operation text, p_mode text, p_request_id text, p_is_search boolean, p_is_unlimited boolean, p_records integer,
  p_monthly_searches integer, p_micros_per_record bigint, p_topic text, p_api_grant bigint, p_cli_grant bigint
)
RETURNS TABLE (verdict text, searches integer, paid_records integer, balance bigint) LANGUAGE plpgsql
SET enable_seqscan = off SET plan_cache_mode = force_generic_plan SET jit = off
AS $$
DECLARE
  v_now timestamptz := now();
  v_month timestamp := date_trunc('month', v_now AT TIME ZONE 'UTC');
  v_account ledger.account;
  v_earlier record;
  v_searches integer;
  v_number integer;
  v_is_paid boolean;
  v_records integer := 0;
  v_key uuid := p_request_key;
  v_position bigint;
  v_link record;
BEGIN
  PERFORM ledger.open_accounts(ARRAY[p_account_id], p_api_grant, p_cli_grant);
  SELECT * INTO v_account FROM ledger.account WHERE account_id = p_account_id FOR NO KEY UPDATE;

  -- Under the lock, by a new snapshot: nothing of this account changes any more until the end.
  SELECT position, created_at, request_id, records, web_search IS NOT NULL OR web_search_id IS NOT NULL AS is_search
  INTO v_earlier
  FROM ledger.entry
  WHERE account_id = p_account_id AND web_request_id IN (p_request_key, p_page_key)
  ORDER BY position LIMIT 1;
  IF FOUND THEN
    v_month := date_trunc('month', v_earlier.created_at AT TIME ZONE 'UTC');
    v_searches := coalesce((
      SELECT web_search FROM ledger.entry
      WHERE account_id = p_account_id AND date_trunc('month', created_at AT TIME ZONE 'UTC') = v_month
        AND web_search IS NOT NULL AND position <= v_earlier.position
      ORDER BY web_search DESC LIMIT 1
    ), 0);
    RETURN QUERY SELECT
      CASE WHEN v_earlier.is_search OR NOT p_is_search THEN 'repeated' ELSE 'reused' END,
      -- A later look at a page takes nothing; a retry of the request that took something says what that was.
      v_searches, CASE WHEN v_earlier.request_id = p_request_id THEN v_earlier.records ELSE 0 END, v_account.balance_micros;
    RETURN;
  END IF;

  v_searches := coalesce((
    SELECT web_search FROM ledger.entry
    WHERE account_id = p_account_id AND date_trunc('month', created_at AT TIME ZONE 'UTC') = v_month
      AND web_search IS NOT NULL
    ORDER BY web_search DESC LIMIT 1
  ), 0);
  v_is_paid := p_search_key IS NOT NULL AND EXISTS (
    SELECT FROM ledger.entry WHERE account_id = p_account_id AND web_search_id = p_search_key
  );
  -- A further page of a search that this month does not know: it began in another month, and counts in this one.
  IF NOT p_is_search AND p_search_key IS NOT NULL AND NOT v_is_paid AND NOT EXISTS (
    SELECT FROM ledger.entry WHERE account_id = p_account_id AND web_request_id = p_search_key
  ) THEN
    p_is_search := true;
    v_key := p_search_key;
  END IF;
  IF p_is_search AND NOT v_is_paid THEN
    v_number := v_searches + 1;
    IF v_searches >= p_monthly_searches AND NOT p_is_unlimited THEN
      IF NOT v_account.prepaid_pays_web OR p_search_key IS NULL OR p_page_key IS NULL THEN
        RETURN QUERY SELECT 'insufficient', v_searches, 0, v_account.balance_micros;
        RETURN;
      END IF;
      v_is_paid := true;
    END IF;
  END IF;
  IF v_is_paid THEN
    IF NOT p_is_unlimited AND NOT v_account.prepaid_pays_web THEN
      RETURN QUERY SELECT 'insufficient', v_searches, 0, v_account.balance_micros;
      RETURN;
    END IF;
    v_key := p_page_key;
    v_records := CASE WHEN p_is_unlimited THEN 0 ELSE p_records END;
    IF v_records * p_micros_per_record > v_account.balance_micros THEN
      RETURN QUERY SELECT 'unpaid', v_searches, v_records, v_account.balance_micros;
      RETURN;
    END IF;
  END IF;
  v_searches := coalesce(v_number, v_searches);

  v_link := ledger.append_link(
    p_account_id, v_records * p_micros_per_record, p_entry_id, p_mode, p_operation, v_records, p_request_id);
  INSERT INTO ledger.entry (
    entry_id, account_id, kind, balance_micros, created_at, credential_id, channel, operation, mode, records,
    prepaid_records, request_id, remaining_records, web_request_id, web_search, web_search_id,
    receipt_sequence, receipt_hash, receipt_at
  )
  VALUES (
    p_entry_id, p_account_id, 'charge', -v_records * p_micros_per_record, v_now, p_credential_id, 'web', p_operation,
    p_mode, v_records, v_records, p_request_id, 0, v_key, v_number, CASE WHEN v_is_paid THEN p_search_key END,
    v_link.sequence, v_link.hash, v_link.at
  )
  RETURNING position INTO v_position;
  IF v_records > 0 THEN
    UPDATE ledger.account SET balance_micros = balance_micros - v_records * p_micros_per_record
    WHERE account_id = p_account_id
    RETURNING * INTO v_account;
  END IF;
  INSERT INTO ledger.outbox (position, event_id, topic, key, created_at)
  VALUES (v_position, p_entry_id, p_topic, p_account_id, v_now);
  INSERT INTO ledger.usage_total AS total (account_id, month, credential_id, channel, operation, requests, records)
  VALUES (p_account_id, v_month::date, p_credential_id, 'web', p_operation, 1, v_records)
  ON CONFLICT (account_id, month, credential_id, channel, operation)
  DO UPDATE SET requests = total.requests + 1, records = total.records + excluded.records;
  RETURN QUERY SELECT 'recorded', v_searches, v_records, v_account.balance_micros;
END
$$;
