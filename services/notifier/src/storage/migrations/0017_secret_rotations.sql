-- Repeating a rotation within a day rotates nothing: the key of its request, and which secret it made.
CREATE TABLE notifier.secret_rotation (
  account_id uuid NOT NULL,
  -- The credential's id and its key, which belongs to one saved search.
  idempotency_key text NOT NULL,
  saved_search_id uuid NOT NULL REFERENCES notifier.saved_search ON DELETE CASCADE,
  -- SHA-256. While it is the secret in force, a repetition returns that.
  secret_hash bytea NOT NULL,
  rotated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, idempotency_key)
);
CREATE INDEX secret_rotation_of_search ON notifier.secret_rotation (saved_search_id, rotated_at DESC);
