-- Email digests of saved searches, and the mails that are made of them.

CREATE TABLE notifier.digest (
  saved_search_id uuid PRIMARY KEY REFERENCES notifier.saved_search ON DELETE CASCADE,
  account_id uuid NOT NULL,
  -- Its place among its account's. The constraints are the last word on "20 an account", and so on mails a day.
  slot smallint NOT NULL CONSTRAINT digest_slot CHECK (slot BETWEEN 1 AND 20),
  frequency text NOT NULL CONSTRAINT digest_frequency CHECK (frequency IN ('daily', 'weekly')),
  -- What came before is in an earlier mail, or older than the digest: a time, and the place in the catalog's changes once one is known.
  covered_since timestamptz NOT NULL DEFAULT now(),
  covered_version bigint,
  covered_id numeric(19, 0),
  -- When the current period ends, and when it is looked at: later after a failure.
  period_end timestamptz NOT NULL,
  next_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  -- Who holds it makes the mail. A process that died holds it until lease_until.
  lease uuid,
  lease_until timestamptz,
  CONSTRAINT digest_slot_once UNIQUE (account_id, slot),
  CONSTRAINT digest_place CHECK ((covered_version IS NULL) = (covered_id IS NULL))
);
CREATE INDEX digest_next ON notifier.digest (next_at);

CREATE TABLE notifier.mail (
  -- A UUIDv7: the Message-ID.
  mail_id uuid PRIMARY KEY,
  saved_search_id uuid NOT NULL REFERENCES notifier.saved_search ON DELETE CASCADE,
  account_id uuid NOT NULL,
  period_end timestamptz NOT NULL,
  -- What it says: every attempt sends the same.
  content jsonb NOT NULL,
  state text NOT NULL DEFAULT 'pending'
    CONSTRAINT mail_state CHECK (state IN ('pending', 'sent', 'refused', 'given_up', 'canceled')),
  attempts integer NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL DEFAULT now(),
  last_failure text,
  lease uuid,
  lease_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT mail_once UNIQUE (saved_search_id, period_end)
);
CREATE INDEX mail_next ON notifier.mail (next_at) WHERE state = 'pending';
CREATE INDEX mail_age ON notifier.mail (created_at);

-- Addresses that a mail server refused for good.
CREATE TABLE notifier.refused_address (
  account_id uuid PRIMARY KEY,
  -- SHA-256: enough to tell whether the account has another one now.
  address_sha256 bytea NOT NULL,
  -- Of SMTP; null when it cannot be an address there.
  status smallint,
  refused_at timestamptz NOT NULL DEFAULT now()
);
