-- Of an alert: if its email is not sent, the occasion is forgotten, so that the next check alerts again. Null in digests
-- and in emails of the previous version.
ALTER TABLE notifier.mail ADD COLUMN occasion text;
