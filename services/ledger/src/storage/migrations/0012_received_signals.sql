-- Charges by signal: an account pays for a signal when it gets it for the first time, and not again for a while.
--
-- What 0002 says about plans and the order of locks holds here too.

-- The signals that an account was charged for. Written under the lock of the account only, except for the clean-up of rows that count no
-- more. An account has a row at most for each record that it was charged.
CREATE TABLE ledger.received_signal (
  account_id text COLLATE "C" NOT NULL,
  signal_id numeric(19, 0) NOT NULL,
  -- The time of the charge's entry.
  at timestamptz NOT NULL,
  -- The charge.
  event_id uuid NOT NULL,
  PRIMARY KEY (account_id, signal_id)
) WITH (autovacuum_vacuum_scale_factor = 0.05);

-- For the clean-up, and for what takes a charge back.
CREATE INDEX received_signal_at ON ledger.received_signal (at);

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
  p_lineage_id text[], p_maximum integer[], p_signals text[], p_window interval
)
RETURNS TABLE (
  verdict text, remaining bigint, retry_after integer, month_used bigint, budget_used bigint, records integer
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
        RETURN QUERY SELECT 'reused', 0::bigint, 0, 0::bigint, 0::bigint, 0;
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
        RETURN QUERY SELECT 'over_maximum', 0::bigint, 0, 0::bigint, 0::bigint, records;
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
        RETURN QUERY SELECT 'cap_reached', 0::bigint, 0, v_others, 0::bigint, records;
        CONTINUE;
      END IF;
    END IF;

    SELECT charged.verdict, charged.remaining, charged.retry_after, charged.month_used + v_others, charged.budget_used
    INTO verdict, remaining, retry_after, month_used, budget_used
    FROM ledger.charge_records(
      p_event_id[n:n], p_account_id[n:n], p_credential_id[n:n], p_channel[n:n], p_operation[n:n], p_mode[n:n],
      ARRAY[records], p_request_id[n:n],
      -- Where the others have used up the cap, what costs nothing needs none.
      ARRAY[greatest(0, v_cap)],
      p_idempotency_key[n:n], p_claim[n:n], p_status[n:n], p_content_type[n:n], p_body_encoding[n:n], p_body_end[n:n],
      p_body_length[n:n], p_bodies, p_topic, p_replay_window, p_micros_per_record, p_api_grant, p_cli_grant,
      p_budget_id[n:n], p_budget_records[n:n], p_budget_window
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

-- Removes up to p_limit rows that count no more; says how many. Skips what others hold, so several processes may do it at once.
CREATE FUNCTION ledger.remove_received_signals(p_window interval, p_limit integer)
RETURNS integer LANGUAGE sql
SET enable_seqscan = off
AS $$
  WITH removed AS (
    DELETE FROM ledger.received_signal
    WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ledger.received_signal
      WHERE at <= now() - p_window
      ORDER BY at LIMIT p_limit
      FOR UPDATE SKIP LOCKED
    ))
    RETURNING 1
  )
  SELECT count(*)::integer FROM removed;
$$;

-- A void takes the charge's signals back: their next charge pays for them. By a trigger, so that what the version before this one voids
-- counts too; in the void's transaction, under the lock of its account.
CREATE FUNCTION ledger.forget_voided_signals() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off
AS $$
BEGIN
  DELETE FROM ledger.received_signal AS held USING ledger.entry AS charge
  WHERE charge.entry_id = NEW.reverses_entry_id AND held.at = charge.created_at AND held.event_id = charge.entry_id;
  RETURN NULL;
END
$$;

CREATE TRIGGER void_forgets_signals AFTER INSERT ON ledger.entry
  FOR EACH ROW WHEN (NEW.kind = 'void' AND NEW.reverses_entry_id IS NOT NULL)
  EXECUTE FUNCTION ledger.forget_voided_signals();
