-- What the prepaid balance pays for by an account's choice, and plans.
--
-- Functions that are replaced keep their arguments and, for accounts that chose nothing, their answers: the previous version of
-- the program calls them too. What 0002 says about plans and the order of locks holds here too.

-- By choice the balance pays for the command line once its allowance is used up, and for searches beyond the month's free ones.
ALTER TABLE ledger.account ADD COLUMN prepaid_pays_cli boolean NOT NULL DEFAULT false;
ALTER TABLE ledger.account ADD COLUMN prepaid_pays_web boolean NOT NULL DEFAULT false;
CREATE INDEX account_prepaid_pays_cli ON ledger.account (account_id) WHERE prepaid_pays_cli;

-- Whether some of these accounts may pay for the command line from two funds: ledger.charge_all knows one, so a batch with such
-- an account is settled item by item. Asked before the accounts are locked: a choice that is made in between holds from the
-- next batch on, or is seen by ledger.charge_records.
CREATE FUNCTION ledger.settles_singly(p_account_id text[]) RETURNS boolean LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET plan_cache_mode = force_generic_plan SET jit = off
AS $$
BEGIN
  RETURN EXISTS (SELECT FROM ledger.account WHERE account_id = ANY (p_account_id) AND prepaid_pays_cli);
END
$$;

-- As in 0005, but for the web view: what it takes is paid from the balance, never from an allowance.
CREATE OR REPLACE FUNCTION ledger.check_entry(
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

-- As in 0003; the balance pays for the command line too where the account chose so.
CREATE OR REPLACE FUNCTION ledger.charge_records(
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
    SELECT n, account.*, earlier.remaining_records AS remaining_then
    FROM generate_series(1, v_size) AS n
    CROSS JOIN LATERAL (
      SELECT account_id, api_remaining, cli_remaining, subscription_remaining, balance_micros, prepaid_pays_cli,
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

-- As in 0003; what is left to a command-line session counts the balance where the account chose so.
CREATE OR REPLACE FUNCTION ledger.claim_keys(
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
        WHEN answer.channel = 'api' THEN account.api_remaining
        WHEN account.subscription_ends_at > v_now THEN account.subscription_remaining
        ELSE account.cli_remaining
      END + CASE WHEN answer.channel = 'api' OR account.prepaid_pays_cli
        THEN account.balance_micros / p_micros_per_record ELSE 0 END,
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

-- Of a page of a search that the balance pays for: the search. Its pages are charged one by one, each once.
ALTER TABLE ledger.entry ADD COLUMN web_search_id uuid;
CREATE INDEX entry_of_web_search ON ledger.entry (account_id, web_search_id) WHERE web_search_id IS NOT NULL;

-- Records one request of the web activities view, as in 0004, and charges it where it belongs to a search beyond the month's free
-- ones and the account chose to pay for those. Verdicts are those of 0004, and:
--   unpaid       the balance does not pay for the records of the page: nothing recorded
-- Of a search and of its later pages, p_search_key names the search and p_page_key the page, both derived from what was asked; they
-- are null for browsing. A free search is known by p_request_key, a page that is paid for by p_page_key. A search is free or paid
-- as a whole, as its first page was.
CREATE FUNCTION ledger.record_web_request(
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

  INSERT INTO ledger.entry (
    entry_id, account_id, kind, balance_micros, created_at, credential_id, channel, operation, mode, records,
    prepaid_records, request_id, remaining_records, web_request_id, web_search, web_search_id
  )
  VALUES (
    p_entry_id, p_account_id, 'charge', -v_records * p_micros_per_record, v_now, p_credential_id, 'web', p_operation,
    p_mode, v_records, v_records, p_request_id, 0, v_key, v_number, CASE WHEN v_is_paid THEN p_search_key END
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

-- A subscription that an account has with the payment provider, as the provider's messages tell it. The allowance is the
-- account's subscription; this says who pays for it, and until when.
CREATE TABLE ledger.plan (
  account_id text COLLATE "C" PRIMARY KEY,
  -- The provider's names, beginning with the provider's own: "stripe:sub_…".
  subscription_id text COLLATE "C" NOT NULL,
  customer_id text COLLATE "C" NOT NULL,
  cli_records bigint NOT NULL,
  price_micros bigint NOT NULL,
  status text COLLATE "C" NOT NULL,
  -- Whether it ends with the period that is paid.
  cancels boolean NOT NULL,
  -- The latest period that was paid.
  period_starts_at timestamptz,
  period_ends_at timestamptz,
  -- Until then the period's records can be used: a while longer than the period where the provider takes a while to renew.
  allowance_ends_at timestamptz,
  -- By the provider's clock: of the latest message that counted.
  changed_at timestamptz NOT NULL,
  CONSTRAINT plan_status CHECK (status IN ('active', 'past_due', 'ended'))
);
CREATE INDEX plan_lapses ON ledger.plan (allowance_ends_at) WHERE status = 'active';

-- Ends the allowance that a plan pays for, unless another one runs by now; the account is locked.
CREATE FUNCTION ledger.end_plan_allowance(p_account_id text, p_ends_at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
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
  UPDATE ledger.account SET subscription_remaining = 0, subscription_ends_at = v_now WHERE account_id = p_account_id;
  UPDATE ledger.plan SET allowance_ends_at = v_now WHERE account_id = p_account_id;
END
$$;

-- Takes in that a period of a plan was paid, and starts its records now. The invoice is the reference of the entry, whose index is
-- the last word on "one invoice starts one period". Verdict:
--   started      the period runs; of an earlier one the rest expired
--   repeated     this invoice started its period before
--   superseded   a later period of this subscription was started
--   over         the period lies in the past, or the subscription has ended
--   other_plan   another subscription of the account goes on
CREATE FUNCTION ledger.pay_plan(
  p_account_id text, p_subscription_id text, p_customer_id text, p_cli_records bigint, p_price_micros bigint,
  p_invoice text, p_reason text, p_starts_at timestamptz, p_ends_at timestamptz, p_allowance_ends_at timestamptz,
  p_occurred_at timestamptz, p_api_grant bigint, p_cli_grant bigint
)
RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := now();
  v_account ledger.account;
  v_plan ledger.plan;
BEGIN
  PERFORM ledger.open_accounts(ARRAY[p_account_id], p_api_grant, p_cli_grant);
  SELECT * INTO v_account FROM ledger.account WHERE account_id = p_account_id FOR NO KEY UPDATE;
  PERFORM FROM ledger.entry WHERE account_id = p_account_id AND reference = p_invoice;
  IF FOUND THEN
    RETURN 'repeated';
  END IF;
  SELECT * INTO v_plan FROM ledger.plan WHERE account_id = p_account_id;
  IF v_plan.subscription_id <> p_subscription_id AND v_plan.status <> 'ended' THEN
    RETURN 'other_plan';
  END IF;
  IF v_plan.subscription_id = p_subscription_id AND v_plan.status <> 'ended' AND v_plan.period_ends_at >= p_ends_at THEN
    RETURN 'superseded';
  END IF;
  -- Money came for nothing that can still be given: an operator has to look.
  IF p_allowance_ends_at <= v_now OR (v_plan.subscription_id = p_subscription_id AND v_plan.status = 'ended') THEN
    RETURN 'over';
  END IF;

  IF v_account.subscription_remaining > 0 THEN
    INSERT INTO ledger.entry (entry_id, account_id, kind, subscription_records, created_at, period_ends_at)
    VALUES (gen_random_uuid(), p_account_id, 'expiry', -v_account.subscription_remaining, v_now,
      v_account.subscription_ends_at);
  END IF;
  INSERT INTO ledger.entry (
    entry_id, account_id, kind, subscription_records, created_at, reference, reason, period_ends_at
  )
  VALUES (
    gen_random_uuid(), p_account_id, 'subscription', p_cli_records, v_now, p_invoice, p_reason, p_allowance_ends_at
  );
  UPDATE ledger.account
  SET subscription_granted = p_cli_records, subscription_remaining = p_cli_records, subscription_starts_at = v_now,
    subscription_ends_at = p_allowance_ends_at
  WHERE account_id = p_account_id;
  INSERT INTO ledger.plan AS plan (
    account_id, subscription_id, customer_id, cli_records, price_micros, status, cancels, period_starts_at,
    period_ends_at, allowance_ends_at, changed_at
  )
  VALUES (
    p_account_id, p_subscription_id, p_customer_id, p_cli_records, p_price_micros, 'active', false, p_starts_at,
    p_ends_at, p_allowance_ends_at, p_occurred_at
  )
  ON CONFLICT (account_id) DO UPDATE
  SET subscription_id = excluded.subscription_id, customer_id = excluded.customer_id,
    cli_records = excluded.cli_records, price_micros = excluded.price_micros, status = 'active',
    cancels = plan.cancels AND plan.subscription_id = excluded.subscription_id,
    period_starts_at = excluded.period_starts_at, period_ends_at = excluded.period_ends_at,
    allowance_ends_at = excluded.allowance_ends_at, changed_at = greatest(plan.changed_at, excluded.changed_at);
  RETURN 'started';
END
$$;

-- Takes in what a subscription has become. Messages come in any order: of those of one subscription the one that happened last
-- counts, and nothing comes after its end. When it has ended, or its renewal failed, its allowance ends. Verdict: changed;
-- stale (a later message counted before, or another subscription goes on).
CREATE FUNCTION ledger.change_plan(
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
    IF v_plan.status = 'ended' OR (p_occurred_at < v_plan.changed_at AND p_status <> 'ended') THEN
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
