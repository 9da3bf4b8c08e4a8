-- Email alerts about an account's records and balance.

CREATE TABLE notifier.alert (
  account_id uuid PRIMARY KEY,
  -- When 50, 80 and 100 % are used of the free records, or of a key's cap in a month.
  usage boolean NOT NULL,
  balance_below_micros bigint CONSTRAINT alert_balance CHECK (balance_below_micros > 0),
  -- Whether the balance was at least that at the last look: it cannot fall below it otherwise.
  was_above boolean NOT NULL DEFAULT false,
  next_at timestamptz NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  lease uuid,
  lease_until timestamptz,
  CONSTRAINT alert_something CHECK (usage OR balance_below_micros IS NOT NULL)
);
CREATE INDEX alert_next ON notifier.alert (next_at);

-- What an account was told, so that it is told once.
CREATE TABLE notifier.alert_occasion (
  account_id uuid NOT NULL,
  -- Such as free:80, cap:KEY:2026-11:80, or balance:2026-11.
  occasion text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, occasion)
);
CREATE INDEX alert_occasion_age ON notifier.alert_occasion (at);

-- Mails about an account have no saved search and no period.
ALTER TABLE notifier.mail ADD COLUMN kind text NOT NULL DEFAULT 'digest'
  CONSTRAINT mail_kind CHECK (kind IN ('digest', 'alert'));
ALTER TABLE notifier.mail ALTER COLUMN saved_search_id DROP NOT NULL;
ALTER TABLE notifier.mail ALTER COLUMN period_end DROP NOT NULL;
ALTER TABLE notifier.mail ADD CONSTRAINT mail_digest
  CHECK (kind <> 'digest' OR (saved_search_id IS NOT NULL AND period_end IS NOT NULL)) NOT VALID;
