-- Charges by signal: an account pays for a signal when it gets it for the first time, and not again for a while. The functions
-- that charge and void are in 0013.
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
