-- As in 0013, but each signal of a charge is looked up by its key, as 0002 wants it. The plan that connections keep
-- suits accounts with few signals: with it, each charge read all signals of its account, under the account's lock.
CREATE OR REPLACE FUNCTION ledger.charge_signals(
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
  verdict text, remaining bigint, retry_after integer, month_used bigint, budget_used bigint, records integer,
  receipt text
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
        -- Not NOT EXISTS: that is a join, which reads all that the account holds.
        WHERE (
          SELECT true FROM ledger.received_signal AS held
          WHERE held.account_id = p_account_id[n] AND held.signal_id = asked.id AND held.at > v_now - p_window
        ) IS NULL
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
