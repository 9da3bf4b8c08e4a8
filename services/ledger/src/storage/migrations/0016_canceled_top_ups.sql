-- A canceled purchase bought nothing, so it takes none of a day's purchases. As in 0014 otherwise, except that nothing is begun for
-- half an hour after one that was canceled though nothing was changed since: its account may not buy, such as while it is suspended,
-- which only the caller knows.
CREATE OR REPLACE FUNCTION ledger.is_top_up_due(p_account_id text, p_per_day integer) RETURNS boolean LANGUAGE sql STABLE
AS $$
  SELECT EXISTS (
    SELECT FROM ledger.auto_top_up AS setting JOIN ledger.account USING (account_id)
    WHERE account_id = p_account_id AND is_on AND balance_micros < below_micros
      AND amount_micros + ledger.topped_up_in_month(p_account_id) <= monthly_cap_micros
      AND NOT EXISTS (
        SELECT FROM ledger.top_up AS canceled
        WHERE canceled.account_id = p_account_id AND state = 'canceled' AND created_at > now() - interval '30 minutes'
          AND created_at > setting.set_at AND canceled.customer_id = setting.customer_id
      )
  ) AND NOT EXISTS (
    SELECT FROM ledger.top_up WHERE account_id = p_account_id AND state = 'open'
  ) AND (
    SELECT count(*) FROM ledger.top_up
    WHERE account_id = p_account_id AND created_at > now() - interval '24 hours' AND state <> 'canceled'
  ) < p_per_day
$$;
