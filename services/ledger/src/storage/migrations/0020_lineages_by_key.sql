-- As in 0008, but totals are read by key, as 0002 wants it. After some calls, a connection keeps a plan that suits
-- accounts with few keys: with it, each charge of a key with a shared cap read the month's totals of all keys of its
-- account, under the account's lock.
CREATE OR REPLACE FUNCTION ledger.lock_lineage(
  p_account_id text, p_credential_id text, p_lineage_id text, p_api_grant bigint, p_cli_grant bigint
)
RETURNS bigint LANGUAGE plpgsql
SET enable_seqscan = off
AS $$
BEGIN
  -- The lock is held over round trips of the client: one that froze must not hold it until its connection is given up.
  PERFORM set_config('idle_in_transaction_session_timeout', '5000', true);
  PERFORM ledger.open_accounts(ARRAY[p_account_id], p_api_grant, p_cli_grant);
  PERFORM FROM ledger.account WHERE account_id = p_account_id FOR NO KEY UPDATE;
  IF p_credential_id <> p_lineage_id THEN
    INSERT INTO ledger.credential_lineage (credential_id, account_id, lineage_id)
    VALUES (p_credential_id, p_account_id, p_lineage_id) ON CONFLICT DO NOTHING;
  END IF;
  RETURN coalesce((
    SELECT sum(total.records)
    FROM (
      SELECT p_lineage_id AS credential_id
      UNION ALL
      SELECT credential_id FROM ledger.credential_lineage WHERE account_id = p_account_id AND lineage_id = p_lineage_id
    ) AS member
    CROSS JOIN LATERAL (
      SELECT records FROM ledger.usage_total
      WHERE account_id = p_account_id AND month = date_trunc('month', now() AT TIME ZONE 'UTC')::date
        AND usage_total.credential_id = member.credential_id
      OFFSET 0
    ) AS total
    WHERE member.credential_id <> p_credential_id
  ), 0);
END
$$;
