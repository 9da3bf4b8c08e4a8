-- What test keys use: counted by day, and never entered, totaled or published. Their Idempotency-Keys are in the tables of all.

-- Records that a test key took on a UTC day.
CREATE TABLE ledger.test_use (
  account_id text COLLATE "C" NOT NULL,
  day date NOT NULL,
  credential_id text COLLATE "C" NOT NULL,
  records bigint NOT NULL CONSTRAINT test_use_records CHECK (records >= 0),
  PRIMARY KEY (account_id, day, credential_id)
);
CREATE INDEX test_use_day ON ledger.test_use (day);

-- The charges of a while: sent again they are answered as the first time.
CREATE TABLE ledger.test_charge (
  event_id uuid PRIMARY KEY,
  account_id text COLLATE "C" NOT NULL,
  credential_id text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL,
  records integer NOT NULL,
  remaining_records bigint NOT NULL,
  is_void boolean NOT NULL DEFAULT false,
  budget_id text COLLATE "C"
);
CREATE INDEX test_charge_created_at ON ledger.test_charge (created_at);

-- Keeps the charges and voids of an account's test keys apart until the end of the transaction.
CREATE FUNCTION ledger.lock_test_account(p_account_id text) RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(hashtextextended('heliograph test keys of ' || p_account_id, 0));
$$;

-- Counts an answer to a test key, and completes its Idempotency-Key. Verdicts are those of charge_records. Budgets are in the table
-- of all, by ids that no live key can name; the lock of the test account stands for that of the account.
CREATE FUNCTION ledger.charge_test(
  p_event_id uuid, p_account_id text, p_credential_id text, p_records integer, p_monthly_cap bigint,
  p_idempotency_key text, p_claim uuid, p_status integer, p_content_type text, p_body_encoding text, p_body bytea,
  p_daily_records bigint, p_replay_window interval, p_budget_id text, p_budget_records integer, p_budget_window interval
)
RETURNS TABLE (verdict text, remaining bigint, retry_after integer, month_used bigint, budget_used bigint) LANGUAGE plpgsql
SET enable_seqscan = off
AS $$
DECLARE
  v_now timestamptz := now();
  v_day date := (v_now AT TIME ZONE 'UTC')::date;
  v_earlier ledger.test_charge;
  v_left bigint;
  v_month_used bigint := 0;
  v_budget_used bigint := 0;
  v_wait numeric;
BEGIN
  PERFORM ledger.lock_test_account(p_account_id);
  IF p_budget_id IS NOT NULL THEN
    v_budget_used := ledger.budget_used(p_account_id, p_budget_id, v_now, p_budget_window);
  END IF;

  -- Under the lock, by a new snapshot.
  SELECT * INTO v_earlier FROM ledger.test_charge WHERE event_id = p_event_id;
  IF FOUND THEN
    RETURN QUERY SELECT
      CASE WHEN (v_earlier.account_id, v_earlier.credential_id, v_earlier.records, v_earlier.is_void)
        = (p_account_id, p_credential_id, p_records, false) THEN 'repeated' ELSE 'reused' END,
      v_earlier.remaining_records, 0, 0::bigint, v_budget_used;
    RETURN;
  END IF;

  v_left := p_daily_records - coalesce(
    (SELECT sum(records) FROM ledger.test_use WHERE account_id = p_account_id AND day = v_day), 0);
  IF p_records > v_left THEN
    RETURN QUERY SELECT 'insufficient', v_left, 0, 0::bigint, v_budget_used;
    RETURN;
  END IF;
  IF p_monthly_cap > 0 THEN
    v_month_used := coalesce((
      SELECT sum(records) FROM ledger.test_use
      WHERE account_id = p_account_id AND credential_id = p_credential_id AND day >= date_trunc('month', v_day)), 0);
    IF p_records > 0 AND p_records > p_monthly_cap - v_month_used THEN
      RETURN QUERY SELECT 'cap_reached', least(v_left, greatest(0, p_monthly_cap - v_month_used)), 0, v_month_used,
        v_budget_used;
      RETURN;
    END IF;
  END IF;
  IF p_budget_id IS NOT NULL AND p_records > 0 AND p_records > p_budget_records - v_budget_used THEN
    RETURN QUERY SELECT 'budget_reached', v_left, 0, v_month_used, v_budget_used;
    RETURN;
  END IF;

  IF p_claim IS NOT NULL THEN
    UPDATE ledger.idempotency SET completed_at = v_now, free_at = v_now + p_replay_window
    WHERE credential_id = p_credential_id AND idempotency_key = p_idempotency_key AND claim = p_claim
      AND completed_at IS NULL;
    IF NOT FOUND THEN
      SELECT CASE WHEN completed_at IS NULL THEN ceil(extract(epoch FROM free_at - v_now)) END INTO v_wait
      FROM ledger.idempotency WHERE credential_id = p_credential_id AND idempotency_key = p_idempotency_key;
      RETURN QUERY SELECT 'claim_lost', 0::bigint, greatest(1, v_wait)::integer, v_month_used, v_budget_used;
      RETURN;
    END IF;
    INSERT INTO ledger.stored_answer (claim, account_id, channel, status, content_type, body_encoding, body)
    VALUES (p_claim, p_account_id, 'test', p_status, p_content_type, p_body_encoding, p_body);
  END IF;

  IF p_records > 0 THEN
    INSERT INTO ledger.test_use AS used (account_id, day, credential_id, records)
    VALUES (p_account_id, v_day, p_credential_id, p_records)
    ON CONFLICT (account_id, day, credential_id) DO UPDATE SET records = used.records + excluded.records;
    IF p_budget_id IS NOT NULL THEN
      INSERT INTO ledger.budget_hour AS used (account_id, budget_id, hour, records)
      VALUES (p_account_id, p_budget_id, date_trunc('hour', v_now, 'UTC'), p_records)
      ON CONFLICT (account_id, budget_id, hour) DO UPDATE SET records = used.records + excluded.records;
      v_budget_used := v_budget_used + p_records;
    END IF;
  END IF;
  v_left := v_left - p_records;
  IF p_monthly_cap > 0 THEN
    v_left := least(v_left, greatest(0, p_monthly_cap - v_month_used - p_records));
  END IF;
  INSERT INTO ledger.test_charge (
    event_id, account_id, credential_id, created_at, records, remaining_records, budget_id)
  VALUES (p_event_id, p_account_id, p_credential_id, v_now, p_records, v_left, p_budget_id);
  RETURN QUERY SELECT 'charged', v_left, 0, v_month_used, v_budget_used;
END
$$;

-- Makes a charge as if it had never been, or keeps it from being taken when it comes later. Outcomes are those of void_charge.
CREATE FUNCTION ledger.void_test(p_event_id uuid, p_account_id text, p_credential_id text)
RETURNS text LANGUAGE plpgsql
SET enable_seqscan = off
AS $$
DECLARE
  v_charge ledger.test_charge;
BEGIN
  PERFORM ledger.lock_test_account(p_account_id);
  SELECT * INTO v_charge FROM ledger.test_charge WHERE event_id = p_event_id;
  IF NOT FOUND THEN
    INSERT INTO ledger.test_charge (
      event_id, account_id, credential_id, created_at, records, remaining_records, is_void)
    VALUES (p_event_id, p_account_id, p_credential_id, now(), 0, 0, true);
    RETURN 'prevented';
  END IF;
  IF (v_charge.account_id, v_charge.credential_id) <> (p_account_id, p_credential_id) THEN
    RETURN 'reused';
  END IF;
  IF v_charge.is_void THEN
    RETURN 'repeated';
  END IF;
  UPDATE ledger.test_charge SET is_void = true WHERE event_id = p_event_id;
  UPDATE ledger.test_use SET records = records - v_charge.records
  WHERE account_id = p_account_id AND credential_id = p_credential_id
    AND day = (v_charge.created_at AT TIME ZONE 'UTC')::date;
  UPDATE ledger.budget_hour SET records = records - v_charge.records
  WHERE account_id = p_account_id AND budget_id = v_charge.budget_id
    AND hour = date_trunc('hour', v_charge.created_at, 'UTC');
  RETURN 'voided';
END
$$;
