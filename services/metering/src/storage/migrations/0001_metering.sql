-- Sums of usage events by UTC day, the ids of what was counted, and what operators need to know.
-- Identifiers are compared byte by byte (COLLATE "C"), as the ledger orders them.

-- One row for each day, account, credential, channel and operation with use.
CREATE TABLE metering.usage_day (
  account_id text COLLATE "C" NOT NULL,
  day date NOT NULL,
  credential_id text COLLATE "C" NOT NULL,
  channel text COLLATE "C" NOT NULL,
  operation text COLLATE "C" NOT NULL,
  requests bigint NOT NULL,
  records bigint NOT NULL,
  -- How the records were paid.
  allowance_records bigint NOT NULL,
  prepaid_records bigint NOT NULL,
  subscription_records bigint NOT NULL,
  prepaid_micros bigint NOT NULL,
  PRIMARY KEY (account_id, day, credential_id, channel, operation),
  CONSTRAINT usage_day_is_whole CHECK (
    requests > 0 AND allowance_records >= 0 AND prepaid_records >= 0 AND subscription_records >= 0
    AND prepaid_micros >= 0 AND records = allowance_records + prepaid_records + subscription_records
  )
)
-- A hot account's row of today is rewritten by every batch: room on its page keeps the rewrites out of the index.
WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 200);

-- Ids of the events in the sums: the last word on "an event is counted once". Written in the transaction of the sums.
-- A version 7 UUID begins with its moment, so a range of ids is a range of time: one partition a UTC day, dropped whole
-- when the day is no longer kept.
CREATE TABLE metering.counted_event (
  event_id uuid PRIMARY KEY
) PARTITION BY RANGE (event_id);

-- The first day whose ids are kept. It only rises: a day that was dropped never comes back, because its ids
-- could be counted again.
CREATE TABLE metering.counted_event_window (
  is_only_row boolean PRIMARY KEY DEFAULT true CHECK (is_only_row),
  kept_from date NOT NULL
);

-- The least id of a UTC day.
CREATE FUNCTION metering.first_id_of_day(day date) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT (lpad(to_hex((day - date '1970-01-01')::bigint * 86400000), 12, '0') || repeat('0', 20))::uuid
$$;

CREATE FUNCTION metering.day_of_id(id uuid) RETURNS date LANGUAGE sql IMMUTABLE AS $$
  SELECT date '1970-01-01'
    + (('x' || lpad(left(replace(id::text, '-', ''), 12), 16, '0'))::bit(64)::bigint / 86400000)::integer
$$;

CREATE FUNCTION metering.partition_of_day(day date) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT 'counted_event_' || to_char(day, 'YYYYMMDD')
$$;

-- Makes the partitions of the days that are kept up to so many days ahead, and says which days there are. Attaching
-- does not keep batches from being counted, as creating a partition in place would.
CREATE FUNCTION metering.extend_counted_events(keep_days integer, ahead_days integer)
RETURNS TABLE (kept_from date, kept_until date) LANGUAGE plpgsql AS $$
DECLARE
  today date := (clock_timestamp() AT TIME ZONE 'UTC')::date;
  first_day date;
  partition_name text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('metering.counted_event', 0));
  INSERT INTO metering.counted_event_window (kept_from) VALUES (today - keep_days) ON CONFLICT DO NOTHING;
  SELECT counted_event_window.kept_from INTO first_day FROM metering.counted_event_window;
  FOR offset_days IN 0 .. today + ahead_days - first_day LOOP
    partition_name := metering.partition_of_day(first_day + offset_days);
    IF to_regclass('metering.' || partition_name) IS NULL THEN
      EXECUTE format('CREATE TABLE metering.%I (LIKE metering.counted_event INCLUDING ALL)', partition_name);
      EXECUTE format(
        'ALTER TABLE metering.counted_event ATTACH PARTITION metering.%I FOR VALUES FROM (%L) TO (%L)',
        partition_name,
        metering.first_id_of_day(first_day + offset_days),
        metering.first_id_of_day(first_day + offset_days + 1)
      );
    END IF;
  END LOOP;
  -- Days ahead that a clock that was wrong has made stay.
  RETURN QUERY
    SELECT first_day, max(to_date(right(relname, 8), 'YYYYMMDD')) + 1
    FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
    WHERE inhparent = 'metering.counted_event'::regclass;
END
$$;

-- Drops the days that are no longer kept, and says how many. Days are counted from the newest id that was counted, or
-- from today if that is earlier, so that a clock that jumps ahead does not make it forget.
CREATE FUNCTION metering.drop_counted_events(keep_days integer) RETURNS integer LANGUAGE plpgsql
-- Dropping waits for the batches under way, and the next batches wait for it.
SET lock_timeout = '2s' AS $$
DECLARE
  newest_day date;
  first_day date;
  partition_name text;
  dropped integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('metering.counted_event', 0));
  SELECT least(metering.day_of_id(event_id), (clock_timestamp() AT TIME ZONE 'UTC')::date) INTO newest_day
    FROM metering.counted_event ORDER BY event_id DESC LIMIT 1;
  UPDATE metering.counted_event_window SET kept_from = newest_day - keep_days WHERE kept_from < newest_day - keep_days;
  SELECT kept_from INTO first_day FROM metering.counted_event_window;
  FOR partition_name IN
    SELECT relname FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
    WHERE inhparent = 'metering.counted_event'::regclass AND to_date(right(relname, 8), 'YYYYMMDD') < first_day
  LOOP
    EXECUTE format('DROP TABLE metering.%I', partition_name);
    dropped := dropped + 1;
  END LOOP;
  RETURN dropped;
END
$$;

-- Up to where dead letters were sent back; a position of the event log.
CREATE TABLE metering.dead_letter_position (
  topic text COLLATE "C" PRIMARY KEY,
  position text COLLATE "C" NOT NULL,
  moved_at timestamptz NOT NULL
);

-- The latest scheduled comparison with the ledger of each month.
CREATE TABLE metering.reconciliation (
  -- First day of the month.
  month date PRIMARY KEY,
  -- Members of the group leave it to the one who set this last.
  started_at timestamptz NOT NULL,
  -- Of the last comparison that came to an end with everything arrived.
  finished_at timestamptz,
  differences bigint
);
