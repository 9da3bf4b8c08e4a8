-- Requests of the web activities view: charges of no records on the channel web, and the month's searches among them.
--
-- What 0002 says about plans and the order of locks holds here too.

-- The id that the request is known by, the same for each repeat of it. It is derived from what was asked, so it is not the
-- id of the usage event: that is a version 7 UUID, which says when it was made, and is the entry's own.
ALTER TABLE ledger.entry ADD COLUMN web_request_id uuid;
-- Of a search: which one of its account's UTC month it is, counted from 1. The month's searches are the highest.
ALTER TABLE ledger.entry ADD COLUMN web_search integer;
-- NOT VALID: no row that is there is of the channel web, and looking at all of them would keep charges waiting.
ALTER TABLE ledger.entry ADD CONSTRAINT entry_web_request_is_free CHECK (
  CASE WHEN channel = 'web'
    THEN kind = 'charge' AND records = 0 AND web_request_id IS NOT NULL AND (web_search IS NULL OR web_search > 0)
    ELSE web_request_id IS NULL AND web_search IS NULL
  END
) NOT VALID;

-- The last word on "the same request is counted once".
CREATE UNIQUE INDEX entry_web_request_once ON ledger.entry (account_id, web_request_id)
  WHERE web_request_id IS NOT NULL;
-- The last word on "a search of the month is given once"; its highest number is read from the end.
CREATE UNIQUE INDEX entry_web_search_once
  ON ledger.entry (account_id, date_trunc('month', created_at AT TIME ZONE 'UTC'), web_search)
  WHERE web_search IS NOT NULL;

-- Records one request of the web activities view, of an account that is opened if it is unknown. Verdict:
--   recorded      entered, put into the outbox, added to the month; of a search, one of the month's searches
--   repeated      this request was recorded before: the month's searches as they were then
--   reused        this request was recorded before as something else: a search, or none
--   insufficient  the month's searches are used up: nothing recorded
-- searches: of the account in the month, this one included. p_entry_id is the usage event's id. p_monthly_searches
-- limits searches only, and not when p_is_unlimited; those are counted all the same.
CREATE FUNCTION ledger.record_web_request(
  p_entry_id uuid, p_request_key uuid, p_account_id text, p_credential_id text, p_operation text, p_mode text,
  p_request_id text, p_is_search boolean, p_is_unlimited boolean, p_monthly_searches integer,
  p_topic text, p_api_grant bigint, p_cli_grant bigint
)
RETURNS TABLE (verdict text, searches integer) LANGUAGE plpgsql
SET enable_seqscan = off SET plan_cache_mode = force_generic_plan SET jit = off
AS $$
DECLARE
  v_now timestamptz := now();
  v_month timestamp := date_trunc('month', v_now AT TIME ZONE 'UTC');
  v_earlier record;
  v_searches integer;
  v_position bigint;
BEGIN
  PERFORM ledger.open_accounts(ARRAY[p_account_id], p_api_grant, p_cli_grant);
  PERFORM FROM ledger.account WHERE account_id = p_account_id FOR NO KEY UPDATE;

  -- Under the lock, by a new snapshot: nothing of this account changes any more until the end.
  SELECT position, created_at, web_search IS NOT NULL AS is_search INTO v_earlier FROM ledger.entry
  WHERE account_id = p_account_id AND web_request_id = p_request_key;
  IF FOUND THEN
    v_month := date_trunc('month', v_earlier.created_at AT TIME ZONE 'UTC');
    v_searches := coalesce((
      SELECT web_search FROM ledger.entry
      WHERE account_id = p_account_id AND date_trunc('month', created_at AT TIME ZONE 'UTC') = v_month
        AND web_search IS NOT NULL AND position <= v_earlier.position
      ORDER BY web_search DESC LIMIT 1
    ), 0);
    RETURN QUERY SELECT CASE WHEN v_earlier.is_search = p_is_search THEN 'repeated' ELSE 'reused' END, v_searches;
    RETURN;
  END IF;

  v_searches := coalesce((
    SELECT web_search FROM ledger.entry
    WHERE account_id = p_account_id AND date_trunc('month', created_at AT TIME ZONE 'UTC') = v_month
      AND web_search IS NOT NULL
    ORDER BY web_search DESC LIMIT 1
  ), 0);
  IF p_is_search THEN
    IF v_searches >= p_monthly_searches AND NOT p_is_unlimited THEN
      RETURN QUERY SELECT 'insufficient', v_searches;
      RETURN;
    END IF;
    v_searches := v_searches + 1;
  END IF;

  INSERT INTO ledger.entry (
    entry_id, account_id, kind, created_at, credential_id, channel, operation, mode, records, prepaid_records,
    request_id, remaining_records, web_request_id, web_search
  )
  VALUES (
    p_entry_id, p_account_id, 'charge', v_now, p_credential_id, 'web', p_operation, p_mode, 0, 0,
    p_request_id, 0, p_request_key, CASE WHEN p_is_search THEN v_searches END
  )
  RETURNING position INTO v_position;
  INSERT INTO ledger.outbox (position, event_id, topic, key, created_at)
  VALUES (v_position, p_entry_id, p_topic, p_account_id, v_now);
  INSERT INTO ledger.usage_total AS total (account_id, month, credential_id, channel, operation, requests, records)
  VALUES (p_account_id, v_month::date, p_credential_id, 'web', p_operation, 1, 0)
  ON CONFLICT (account_id, month, credential_id, channel, operation)
  DO UPDATE SET requests = total.requests + 1;
  RETURN QUERY SELECT 'recorded', v_searches;
END
$$;
