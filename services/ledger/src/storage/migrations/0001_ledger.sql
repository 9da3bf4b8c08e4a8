-- Funds of accounts, the entries that explain them, idempotency records, usage totals and the outbox.
-- Identifiers are compared byte by byte (COLLATE "C"): they are never shown sorted to people, and it is cheaper.

-- One row an account. Each fund equals the sum of its column over the account's entries; all changes of an
-- account are made under the lock of its row.
CREATE TABLE ledger.account (
  account_id text COLLATE "C" PRIMARY KEY,
  opened_at timestamptz NOT NULL,
  api_granted bigint NOT NULL,
  api_remaining bigint NOT NULL,
  cli_granted bigint NOT NULL,
  cli_remaining bigint NOT NULL,
  balance_micros bigint NOT NULL DEFAULT 0,
  -- The latest subscription period; it is running while subscription_ends_at lies ahead.
  subscription_granted bigint NOT NULL DEFAULT 0,
  subscription_remaining bigint NOT NULL DEFAULT 0,
  subscription_starts_at timestamptz,
  subscription_ends_at timestamptz,
  CONSTRAINT account_funds_not_negative CHECK (
    api_remaining >= 0 AND cli_remaining >= 0 AND subscription_remaining >= 0 AND balance_micros >= 0
  ),
  CONSTRAINT account_funds_within_grants CHECK (
    api_remaining <= api_granted AND cli_remaining <= cli_granted
    AND subscription_remaining <= subscription_granted
  ),
  CONSTRAINT account_subscription_period CHECK (
    (subscription_starts_at IS NULL) = (subscription_ends_at IS NULL)
  )
)
-- A hot account's row is rewritten by every batch: room on its page keeps the rewrites out of the index.
WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 200);

-- What ever happened to an account's funds: signed changes, one row an occurrence, never changed afterwards.
CREATE TABLE ledger.entry (
  -- Of a charge: its event id, so that the key is the last word on "the same event is charged once".
  entry_id uuid PRIMARY KEY,
  -- Rises in the order of an account's changes (it is drawn under the account's lock).
  position bigint GENERATED ALWAYS AS IDENTITY,
  account_id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  api_records bigint NOT NULL DEFAULT 0,
  cli_records bigint NOT NULL DEFAULT 0,
  subscription_records bigint NOT NULL DEFAULT 0,
  balance_micros bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  -- Of a charge.
  credential_id text COLLATE "C",
  channel text COLLATE "C",
  operation text COLLATE "C",
  mode text COLLATE "C",
  records integer,
  prepaid_records integer,
  request_id text COLLATE "C",
  -- What the credential could still pay for after the charge: a repeated charge is answered with it.
  remaining_records bigint,
  -- Of a credit.
  reference text COLLATE "C",
  reason text,
  -- Of a subscription.
  period_ends_at timestamptz,
  CONSTRAINT entry_kind CHECK (kind IN ('grant', 'charge', 'credit', 'subscription', 'expiry')),
  CONSTRAINT entry_charge_is_whole CHECK (
    kind <> 'charge' OR (
      credential_id IS NOT NULL AND channel IN ('api', 'cli', 'web')
      AND operation IS NOT NULL AND mode IN ('', 'keyword', 'semantic', 'count') AND request_id IS NOT NULL
      AND remaining_records IS NOT NULL
      AND api_records <= 0 AND cli_records <= 0 AND subscription_records <= 0 AND balance_micros <= 0
      AND (prepaid_records = 0) = (balance_micros = 0)
      AND records = prepaid_records - api_records - cli_records - subscription_records
    )
  ),
  CONSTRAINT entry_credit_is_positive CHECK (kind <> 'credit' OR balance_micros > 0)
);

-- The last word on "the same payment is credited once".
CREATE UNIQUE INDEX entry_reference_once ON ledger.entry (account_id, reference) WHERE reference IS NOT NULL;

CREATE FUNCTION ledger.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'ledger.% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'integrity_constraint_violation';
END
$$;

CREATE TRIGGER entry_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.entry
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

-- Usage events that are not published yet. An event's content is its entry, which never changes, so what is
-- published later is what was committed here. Ids rise in the order of an account's commits (they are drawn under
-- the account's lock), so reading by id keeps the order of each account.
CREATE TABLE ledger.outbox (
  position bigint PRIMARY KEY,
  event_id uuid NOT NULL,
  topic text COLLATE "C" NOT NULL,
  -- The message key: the account id.
  key text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0.05);

-- What is published of the outbox, column by column as heliograph.usage.v1.UsageRecorded has it. How a charge was paid
-- is decided by the database in the moment of the charge, so the message is encoded when it is published.
CREATE VIEW ledger.pending_usage_event AS
SELECT outbox.position, outbox.topic, outbox.key, outbox.event_id, entry.account_id, entry.credential_id, entry.channel,
  entry.operation, entry.mode, entry.records, -(entry.api_records + entry.cli_records) AS allowance_records,
  entry.prepaid_records, -entry.subscription_records AS subscription_records, -entry.balance_micros AS prepaid_micros,
  entry.request_id, entry.created_at AS time
FROM ledger.outbox JOIN ledger.entry ON entry.entry_id = outbox.event_id;

-- Sums of the charges of a UTC calendar month, kept in the transaction of each charge.
CREATE TABLE ledger.usage_total (
  account_id text COLLATE "C" NOT NULL,
  -- First day of the month.
  month date NOT NULL,
  credential_id text COLLATE "C" NOT NULL,
  channel text COLLATE "C" NOT NULL,
  operation text COLLATE "C" NOT NULL,
  requests bigint NOT NULL,
  records bigint NOT NULL,
  PRIMARY KEY (account_id, month, credential_id, channel, operation)
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 200);

-- One row a credential and key: claimed while its request runs, completed once that was charged.
CREATE TABLE ledger.idempotency (
  credential_id text COLLATE "C" NOT NULL,
  idempotency_key text COLLATE "C" NOT NULL,
  fingerprint bytea NOT NULL,
  claim uuid NOT NULL,
  claimed_at timestamptz NOT NULL,
  -- Null while the request runs.
  completed_at timestamptz,
  -- From then on the key counts as absent: the end of the lease, after completion the end of the replay window.
  free_at timestamptz NOT NULL,
  PRIMARY KEY (credential_id, idempotency_key)
)
-- Room on the page for the completed version of each row, so that completing touches no index.
WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);

-- For the clean-up. Not on completed_at: an index on it would make every completion touch the indexes.
CREATE INDEX idempotency_claimed_at ON ledger.idempotency (claimed_at);

-- The answers of completed keys, apart from them because they are large and read only by a replay.
CREATE TABLE ledger.stored_answer (
  claim uuid PRIMARY KEY,
  account_id text COLLATE "C" NOT NULL,
  channel text COLLATE "C" NOT NULL,
  status integer NOT NULL,
  content_type text COLLATE "C" NOT NULL,
  body_encoding text COLLATE "C" NOT NULL,
  body bytea NOT NULL,
  CONSTRAINT stored_answer_encoding CHECK (body_encoding IN ('identity', 'deflate')),
  CONSTRAINT stored_answer_bounded CHECK (octet_length(body) <= 1048576)
) WITH (autovacuum_vacuum_scale_factor = 0.05);

-- Bodies arrive compressed where that pays.
ALTER TABLE ledger.stored_answer ALTER COLUMN body SET STORAGE EXTERNAL;
