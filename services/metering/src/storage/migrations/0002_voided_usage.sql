-- What was taken back is subtracted, under an event of its own. In a batch it may be alone, and its request may still lie among
-- the dead letters, so a sum may be below zero until all has come.
--
-- NOT VALID: each row that is there holds what is stricter than this.
ALTER TABLE metering.usage_day DROP CONSTRAINT usage_day_is_whole;
ALTER TABLE metering.usage_day ADD CONSTRAINT usage_day_is_whole CHECK (
  records = allowance_records + prepaid_records + subscription_records
) NOT VALID;
