-- The log of answered requests. The previous version does not know it.

-- One partition a UTC day, like counted_event, dropped whole when the day is no longer kept: an id is a version 7 UUID of when the
-- request was answered.
CREATE TABLE metering.request_log (
  account_id text COLLATE "C" NOT NULL,
  entry_id uuid NOT NULL,
  request_id text COLLATE "C" NOT NULL,
  credential_id text COLLATE "C" NOT NULL,
  channel text COLLATE "C" NOT NULL,
  is_test boolean NOT NULL,
  method text COLLATE "C" NOT NULL,
  -- With parameter names instead of values; empty for an unknown path.
  route text COLLATE "C" NOT NULL,
  operation text COLLATE "C" NOT NULL,
  status smallint NOT NULL,
  -- Empty for a success.
  error_code text COLLATE "C" NOT NULL,
  records integer NOT NULL,
  -- Null without one.
  receipt text COLLATE "C",
  is_replayed boolean NOT NULL,
  duration_micros bigint NOT NULL,
  -- How many requests the entry stands for.
  requests integer NOT NULL,
  PRIMARY KEY (account_id, entry_id)
) PARTITION BY RANGE (entry_id);

-- Each is read backwards from a moment, a bounded number of entries.
CREATE INDEX request_log_request ON metering.request_log (account_id, request_id, entry_id);
CREATE INDEX request_log_credential ON metering.request_log (account_id, credential_id, entry_id);
CREATE INDEX request_log_errors ON metering.request_log (account_id, entry_id) WHERE status >= 400;

-- Makes the partitions of yesterday, whose last requests may still be under way, and of the days up to so many ahead.
CREATE FUNCTION metering.extend_request_log(ahead_days integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  today date := (clock_timestamp() AT TIME ZONE 'UTC')::date;
  partition_name text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('metering.request_log', 0));
  FOR offset_days IN -1 .. ahead_days LOOP
    partition_name := 'request_log_' || to_char(today + offset_days, 'YYYYMMDD');
    IF to_regclass('metering.' || partition_name) IS NULL THEN
      EXECUTE format('CREATE TABLE metering.%I (LIKE metering.request_log INCLUDING ALL)', partition_name);
      EXECUTE format(
        'ALTER TABLE metering.request_log ATTACH PARTITION metering.%I FOR VALUES FROM (%L) TO (%L)',
        partition_name,
        metering.first_id_of_day(today + offset_days),
        metering.first_id_of_day(today + offset_days + 1)
      );
    END IF;
  END LOOP;
END
$$;

-- Drops the days that are no longer kept, and says how many.
CREATE FUNCTION metering.drop_request_log(keep_days integer) RETURNS integer LANGUAGE plpgsql
-- Dropping waits for the batches under way, and the next batches wait for it.
SET lock_timeout = '2s' AS $$
DECLARE
  first_day date := (clock_timestamp() AT TIME ZONE 'UTC')::date - keep_days;
  partition_name text;
  dropped integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('metering.request_log', 0));
  FOR partition_name IN
    SELECT relname FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
    WHERE inhparent = 'metering.request_log'::regclass AND to_date(right(relname, 8), 'YYYYMMDD') < first_day
  LOOP
    EXECUTE format('DROP TABLE metering.%I', partition_name);
    dropped := dropped + 1;
  END LOOP;
  RETURN dropped;
END
$$;
