-- Repeating a creation within a day creates nothing, whatever became of its result.

-- False once there was a secret that the creation did not return: no repetition returns it.
ALTER TABLE notifier.saved_search ADD COLUMN is_first_secret boolean NOT NULL DEFAULT true;

-- Of the creation. Null in rows of the version before; the key also when there was none.
ALTER TABLE notifier.deleted_saved_search
  ADD COLUMN account_id uuid,
  ADD COLUMN is_test boolean,
  ADD COLUMN idempotency_key text,
  ADD COLUMN created_at timestamptz;
CREATE INDEX deleted_saved_search_idempotency ON notifier.deleted_saved_search (account_id, is_test, idempotency_key)
  WHERE idempotency_key IS NOT NULL;
