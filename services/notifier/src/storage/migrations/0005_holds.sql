-- Why the next delivery is not due, as of the last look; null when nothing holds it.
ALTER TABLE notifier.webhook_queue ADD COLUMN on_hold text CONSTRAINT webhook_queue_hold
  CHECK (on_hold IN ('records', 'daily_maximum', 'inactive_account'));
-- What is on hold is counted on every scrape.
CREATE INDEX webhook_queue_on_hold ON notifier.webhook_queue (on_hold) WHERE on_hold IS NOT NULL;
