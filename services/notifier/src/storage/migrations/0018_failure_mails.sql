-- Emails about webhooks that accept nothing: one of a saved search until something is accepted or the webhook changes.
-- The previous version cannot write what such an email says, so it leaves it to this one.
ALTER TABLE notifier.mail DROP CONSTRAINT mail_kind;
ALTER TABLE notifier.mail ADD CONSTRAINT mail_kind CHECK (kind IN ('digest', 'alert', 'webhook')) NOT VALID;
-- When what it is about was over.
ALTER TABLE notifier.mail ADD COLUMN ended_at timestamptz;
CREATE UNIQUE INDEX mail_of_failure ON notifier.mail (saved_search_id) WHERE kind = 'webhook' AND ended_at IS NULL;
-- False after its user unsubscribed from them, until the webhook is set again.
ALTER TABLE notifier.saved_search ADD COLUMN mails_failures boolean NOT NULL DEFAULT true;
