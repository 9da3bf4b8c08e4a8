-- Budgets: what an account lets be charged under an id of its own within the last days.
--
-- Functions that changed are new ones beside the old, told apart by their arguments; the previous version calls those, without
-- budgets. What 0002 says about plans and the order of locks holds here too.

-- Under which budget a charge was made, so that what takes the charge back finds it.
ALTER TABLE ledger.entry ADD COLUMN budget_id text COLLATE "C";

-- Records charged under a budget in an hour. Written under the lock of the account only, except for the clean-up of hours that count
-- no more. A row stands beside at least one charge that cost records, so ids that are made up cost what is bought with them.
CREATE TABLE ledger.budget_hour (
  account_id text COLLATE "C" NOT NULL,
  budget_id text COLLATE "C" NOT NULL,
  -- The beginning of the hour.
  hour timestamptz NOT NULL,
  records bigint NOT NULL,
  PRIMARY KEY (account_id, budget_id, hour),
  CONSTRAINT budget_hour_not_negative CHECK (records >= 0)
)
-- A budget in use is rewritten by every batch: room on its page keeps the rewrites out of the indexes.
WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 200);

-- For the clean-up.
CREATE INDEX budget_hour_by_age ON ledger.budget_hour (hour);

-- The hours that begin after this count: an hour counts until all of it is older than the window, so that a budget is never
-- exceeded within the window, and a record counts for up to an hour longer than that.
CREATE FUNCTION ledger.budget_begins(p_now timestamptz, p_window interval) RETURNS timestamptz LANGUAGE sql STABLE
AS $$ SELECT p_now - p_window - interval '1 hour' $$;

-- Records charged under a budget within the window. Of an account that is locked, nothing is added meanwhile.
CREATE FUNCTION ledger.budget_used(p_account_id text, p_budget_id text, p_now timestamptz, p_window interval)
RETURNS bigint LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET plan_cache_mode = force_generic_plan SET jit = off
AS $$
BEGIN
  RETURN coalesce((
    SELECT sum(records) FROM ledger.budget_hour
    WHERE account_id = p_account_id AND budget_id = p_budget_id AND hour > ledger.budget_begins(p_now, p_window)
  ), 0);
END
$$;

-- Removes up to p_limit hours that count no more; says how many. Skips what others hold, so several processes may do it at once.
CREATE FUNCTION ledger.remove_budget_hours(p_window interval, p_limit integer)
RETURNS integer LANGUAGE sql
SET enable_seqscan = off
AS $$
  WITH removed AS (
    DELETE FROM ledger.budget_hour
    WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ledger.budget_hour
      WHERE hour <= ledger.budget_begins(now(), p_window)
      ORDER BY hour LIMIT p_limit
      FOR UPDATE SKIP LOCKED
    ))
    RETURNING 1
  )
  SELECT count(*)::integer FROM removed;
$$;

-- As in 0003, within budgets, and null for both also when an account needs ledger.charge_records whatever it is charged for
-- (ledger.settles_singly). Budgets are those of the items, each of one account: p_budget_records is the sum of its items,
-- p_budget_room the most that may be used before the batch for all of its items to fit, p_budget the number of an item's budget. Returns
-- what was used of each before the batch.
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
  p_budget_window interval, OUT remaining bigint[], OUT budget_used bigint[]
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
BEGIN
  IF ledger.settles_singly(p_account_id) THEN
    RETURN;
  END IF;
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
    INSERT INTO ledger.stored_answer (claim, account_id, channel, status, content_type, body_encoding, body)
    SELECT p_claim[n], p_account_id[p_key_account[p_key[n]]], p_channel[n], p_status[n], p_content_type[n],
      p_body_encoding[n], substring(p_bodies FROM p_body_end[n] - p_body_length[n] + 1 FOR p_body_length[n])
    FROM generate_series(1, v_size) AS n
    WHERE p_claim[n] IS NOT NULL;
  END IF;

  WITH entered AS (
    INSERT INTO ledger.entry (
      entry_id, account_id, kind, api_records, cli_records, subscription_records, balance_micros, created_at,
      credential_id, channel, operation, mode, records, prepaid_records, request_id, remaining_records,
      budget_id
    )
    SELECT p_event_id[n], p_account_id[a], 'charge',
      CASE WHEN p_channel[n] = 'api' THEN prepaid - p_records[n] ELSE 0 END,
      CASE WHEN p_channel[n] = 'api' OR v_subscribed[a] THEN 0 ELSE -p_records[n] END,
      CASE WHEN p_channel[n] <> 'api' AND v_subscribed[a] THEN -p_records[n] ELSE 0 END,
      -prepaid * p_micros_per_record, v_now,
      p_key_credential[p_key[n]], p_channel[n], p_operation[n], p_mode[n], p_records[n], prepaid, p_request_id[n],
      v_remaining[n], p_budget_id[p_budget[n]]
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

  IF cardinality(p_budget_id) > 0 THEN
    INSERT INTO ledger.budget_hour AS used (account_id, budget_id, hour, records)
    SELECT p_account_id[p_budget_account[b]], p_budget_id[b], date_trunc('hour', v_now, 'UTC'), p_budget_records[b]
    FROM generate_series(1, cardinality(p_budget_id)) AS b WHERE p_budget_records[b] > 0
    ON CONFLICT (account_id, budget_id, hour) DO UPDATE SET records = used.records + excluded.records;
  END IF;

  remaining := v_remaining;
  budget_used := v_budget_used;
END
$$;

-- As in 0007, within budgets: an item with one has the verdict
--   budget_reached  it takes the records charged under the budget's id within the window beyond the item's maximum: nothing taken
-- p_budget_records is the maximum of the item's own request, so items under one id may differ in it. Returns what is used of an item's
-- budget after it. Held under the account's lock, so that it holds however many processes charge.
CREATE FUNCTION ledger.charge_records(
  p_event_id uuid[], p_account_id text[], p_credential_id text[], p_channel text[], p_operation text[],
  p_mode text[], p_records integer[], p_request_id text[], p_monthly_cap bigint[],
  p_idempotency_key text[], p_claim uuid[], p_status integer[], p_content_type text[],
  p_body_encoding text[], p_body_end integer[], p_body_length integer[], p_bodies bytea,
  p_topic text, p_replay_window interval, p_micros_per_record bigint, p_api_grant bigint, p_cli_grant bigint,
  p_budget_id text[], p_budget_records integer[], p_budget_window interval
)
RETURNS TABLE (verdict text, remaining bigint, retry_after integer, month_used bigint, budget_used bigint) LANGUAGE plpgsql
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
        budget_id
      )
      SELECT p_event_id[n], p_account_id[n], 'charge', v_api[n], v_cli[n], v_subscription[n],
        -v_prepaid[n] * p_micros_per_record, v_now,
        p_credential_id[n], p_channel[n], p_operation[n], p_mode[n], p_records[n], v_prepaid[n], p_request_id[n],
        v_remaining[n], p_budget_id[n]
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
    INSERT INTO ledger.stored_answer (claim, account_id, channel, status, content_type, body_encoding, body)
    SELECT p_claim[n], p_account_id[n], p_channel[n], p_status[n], p_content_type[n], p_body_encoding[n],
      substring(p_bodies FROM p_body_end[n] - p_body_length[n] + 1 FOR p_body_length[n])
    FROM generate_series(1, v_size) AS n
    WHERE v_verdict[n] = 'charged' AND p_claim[n] IS NOT NULL;
  END IF;

  RETURN QUERY SELECT * FROM unnest(v_verdict, v_remaining, v_retry_after, v_month_used, v_budget_used);
END
$$;

-- As in 0008, and gives its budget back what the charge took. The previous version calls it too.
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
  -- Of an hour that was cleaned up nothing is left to give back.
  UPDATE ledger.budget_hour SET records = records - v_charge.records
  WHERE account_id = p_account_id AND budget_id = v_charge.budget_id
    AND hour = date_trunc('hour', v_charge.created_at, 'UTC');
  INSERT INTO ledger.outbox (position, event_id, topic, key, created_at)
  VALUES (v_position, p_void_id, p_topic, p_account_id, v_now);
  RETURN 'voided';
END
$$;
