-- Saved searches of accounts. Matches and deliveries refer to them and go with them.

-- How often saved searches were changed. Every change takes the next version here and keeps the row locked until it commits, so versions
-- become visible in their order, and what is followed by version skips nothing.
CREATE TABLE notifier.saved_search_state (
  is_only boolean PRIMARY KEY DEFAULT true CONSTRAINT saved_search_state_is_only CHECK (is_only),
  version bigint NOT NULL DEFAULT 0
);
INSERT INTO notifier.saved_search_state DEFAULT VALUES;

CREATE TABLE notifier.saved_search (
  saved_search_id uuid PRIMARY KEY,
  account_id uuid NOT NULL,
  -- Made with a test key: apart from those of live ones, and never held against the catalog.
  is_test boolean NOT NULL,
  -- Its place among its account's. The constraints are the last word on "50 an account".
  slot smallint NOT NULL CONSTRAINT saved_search_slot CHECK (slot BETWEEN 1 AND 50),
  name text NOT NULL CONSTRAINT saved_search_name CHECK (char_length(name) BETWEEN 1 AND 100),
  -- {parameter: value}, canonical, as it is answered.
  query jsonb NOT NULL CONSTRAINT saved_search_query CHECK (jsonb_typeof(query) = 'object'),
  -- The same as heliograph.search.v1.Filters.
  filters bytea NOT NULL,
  webhook_url text CONSTRAINT saved_search_webhook_url CHECK (char_length(webhook_url) BETWEEN 1 AND 2000),
  -- Encrypted (AES-256-GCM): what signs deliveries, and what signs them too until the moment beside it.
  secret bytea,
  previous_secret bytea,
  previous_secret_until timestamptz,
  max_records_per_day integer CONSTRAINT saved_search_maximum CHECK (max_records_per_day BETWEEN 1 AND 1000000),
  state text NOT NULL DEFAULT 'active'
    CONSTRAINT saved_search_state_known CHECK (state IN ('active', 'failing', 'waiting_for_records')),
  -- What the receiver answered last, when the state is failing.
  failed_at timestamptz,
  failed_status smallint,
  failed_reason text,
  -- Of the request that made it, and a hash of what it asked for: a repetition within a day makes nothing.
  idempotency_key text,
  idempotency_hash bytea,
  -- Of the last change of query, webhook or maximum; not of the state.
  version bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT saved_search_slot_once UNIQUE (account_id, is_test, slot),
  CONSTRAINT saved_search_secret CHECK ((webhook_url IS NULL) = (secret IS NULL)),
  CONSTRAINT saved_search_previous_secret CHECK (
    (previous_secret IS NULL) = (previous_secret_until IS NULL) AND (previous_secret IS NULL OR secret IS NOT NULL)
  ),
  CONSTRAINT saved_search_failure CHECK ((state = 'failing') = (failed_at IS NOT NULL)),
  CONSTRAINT saved_search_idempotency CHECK ((idempotency_key IS NULL) = (idempotency_hash IS NULL))
);

CREATE UNIQUE INDEX saved_search_idempotency_once ON notifier.saved_search (account_id, is_test, idempotency_key)
  WHERE idempotency_key IS NOT NULL;
CREATE INDEX saved_search_version ON notifier.saved_search (version);

-- Saved searches that are gone, for those who follow by version; kept for a week.
CREATE TABLE notifier.deleted_saved_search (
  version bigint PRIMARY KEY,
  saved_search_id uuid NOT NULL,
  deleted_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX deleted_saved_search_age ON notifier.deleted_saved_search (deleted_at);
