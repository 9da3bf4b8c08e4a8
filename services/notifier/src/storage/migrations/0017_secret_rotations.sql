-- Repeating a rotation within a day rotates nothing: the key of its request, and which secret it made.
CREATE TABLE notifier.secret_rotation (
  saved_search_id uuid NOT NULL REFERENCES notifier.saved_search ON DELETE CASCADE,
  -- The credential's id and its key.
  idempotency_key text NOT NULL,
  -- SHA-256. While it is the secret in force, a repetition returns that.
  secret_hash bytea NOT NULL,
  rotated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (saved_search_id, idempotency_key)
);
