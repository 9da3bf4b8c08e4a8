-- While a snapshot lives (a dump), no version of a row that was rewritten since can be removed, and each lookup visits
-- them all. So publishes and commits no longer rewrite rows: a partition's end is that of its messages, and a commit is
-- a row of its own. Programs of the previous version run beside this one: they call the same functions, and read the
-- former tables, which are views now.

-- In the order in which members lock them.
LOCK TABLE event_log.consumer_offset, event_log.partition IN ACCESS EXCLUSIVE MODE;
ALTER TABLE event_log.partition RENAME TO partition_state;
ALTER TABLE event_log.consumer_offset RENAME TO consumer_partition;

COMMENT ON COLUMN event_log.partition_state.next_offset IS 'the end if there is no message from here on';
COMMENT ON COLUMN event_log.consumer_partition.next_offset IS 'where the group starts; its commits take precedence';

-- Groups that never committed. What was deleted before a group existed does not count as missed.
UPDATE event_log.consumer_partition AS held SET next_offset = log.first_offset
  FROM event_log.partition_state AS log
  WHERE log.topic_id = held.topic_id AND log.partition = held.partition
    AND held.next_offset = 0 AND log.first_offset > 0;

-- One row for each partition of a group: the last commit.
CREATE TABLE event_log.consumer_commit (
  group_name text COLLATE "C" NOT NULL,
  topic_id integer NOT NULL,
  partition integer NOT NULL,
  -- Rises with each commit; the offset may fall, after a failover.
  commit_number bigint NOT NULL,
  -- The first that is not handled yet.
  next_offset bigint NOT NULL,
  PRIMARY KEY (group_name, topic_id, partition, commit_number)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 200);

-- The offset that the next message gets. The search ends where retention may have deleted everything, so it visits no
-- deleted messages.
CREATE FUNCTION event_log.end_offset(wanted_topic integer, wanted_partition integer, at_least bigint)
RETURNS bigint LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off
SET plan_cache_mode = force_generic_plan SET jit = off
AS $$
BEGIN
  RETURN coalesce((
    SELECT message.message_offset + 1 FROM event_log.message
    WHERE message.topic_id = wanted_topic AND message.partition = wanted_partition
      AND message.message_offset >= at_least
    ORDER BY message.message_offset DESC LIMIT 1), at_least);
END
$$;

-- What a group committed last; NULL if nothing yet. The newest row comes first, before those that were deleted.
CREATE FUNCTION event_log.committed_offset(group_given text, wanted_topic integer, wanted_partition integer)
RETURNS bigint LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off
SET plan_cache_mode = force_generic_plan SET jit = off
AS $$
BEGIN
  RETURN (
    SELECT last.next_offset FROM event_log.consumer_commit AS last
    WHERE last.group_name = group_given AND last.topic_id = wanted_topic AND last.partition = wanted_partition
    ORDER BY last.commit_number DESC LIMIT 1);
END
$$;

CREATE VIEW event_log.partition AS
  SELECT topic_id, partition, first_offset,
    event_log.end_offset(topic_id, partition, next_offset) AS next_offset
  FROM event_log.partition_state;

CREATE VIEW event_log.consumer_offset AS
  SELECT group_name, topic_id, partition,
    coalesce(event_log.committed_offset(group_name, topic_id, partition), next_offset) AS next_offset, owner, epoch
  FROM event_log.consumer_partition;

CREATE OR REPLACE FUNCTION event_log.append_messages(
  topic_name text, partitions integer[], keys text[], headers text[], lengths integer[], contents bytea
) RETURNS void LANGUAGE plpgsql
SET enable_seqscan = off SET plan_cache_mode = force_generic_plan SET jit = off
AS $$
DECLARE
  wanted integer;
  appended integer;
  touched integer[];
  now_here timestamptz;
BEGIN
  SELECT topic.topic_id INTO wanted FROM event_log.topic WHERE topic.name = topic_name;
  IF wanted IS NULL THEN
    RAISE EXCEPTION 'topic % does not exist', topic_name USING ERRCODE = 'undefined_object';
  END IF;
  touched := ARRAY(SELECT DISTINCT number FROM unnest(partitions) AS number ORDER BY number);

  -- In one order everywhere, so that publishers wait for each other and never in a circle. A lock without an update
  -- makes no version of the row.
  PERFORM FROM event_log.partition_state AS log
    WHERE log.topic_id = wanted AND log.partition = ANY (touched)
    ORDER BY log.partition FOR NO KEY UPDATE;
  -- Read under the locks, for which this may have waited; so are the ends, by the next statement.
  now_here := clock_timestamp();

  WITH ends AS MATERIALIZED (
    SELECT log.partition, log.next_offset FROM event_log.partition AS log
    WHERE log.topic_id = wanted AND log.partition = ANY (touched)
  )
  INSERT INTO event_log.message (topic_id, partition, message_offset, key, headers, value, appended_at)
  SELECT wanted, item.partition,
    ends.next_offset - 1 + row_number() OVER (PARTITION BY item.partition ORDER BY item.position),
    item.key, item.headers::json, substring(contents FROM item.first_byte::integer FOR item.length), now_here
  FROM (
    SELECT given.*, 1 + sum(given.length) OVER (ORDER BY given.position) - given.length AS first_byte
    FROM unnest(partitions, keys, headers, lengths)
      WITH ORDINALITY AS given (partition, key, headers, length, position)
  ) AS item
  JOIN ends ON ends.partition = item.partition;
  GET DIAGNOSTICS appended = ROW_COUNT;
  IF appended <> cardinality(keys) THEN
    RAISE EXCEPTION 'topic % lacks one of the partitions %', topic_name, touched USING ERRCODE = 'undefined_object';
  END IF;

  PERFORM pg_notify('event_log', json_build_object('topic', topic_name, 'partitions', touched)::text);
END
$$;

-- Starts at the oldest that is kept, rather than visit deleted messages.
CREATE OR REPLACE FUNCTION event_log.read_messages(
  wanted_topic integer, wanted_partition integer, from_offset bigint, maximum integer
) RETURNS TABLE (message_offset bigint, key text, headers json, value bytea, appended_at timestamptz)
LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_bitmapscan = off SET plan_cache_mode = force_generic_plan SET jit = off
AS $$
DECLARE
  kept_from bigint;
BEGIN
  SELECT log.first_offset INTO kept_from FROM event_log.partition_state AS log
    WHERE log.topic_id = wanted_topic AND log.partition = wanted_partition;
  RETURN QUERY SELECT message.message_offset, message.key, message.headers, message.value, message.appended_at
    FROM event_log.message
    WHERE message.topic_id = wanted_topic AND message.partition = wanted_partition
      AND message.message_offset >= greatest(from_offset, kept_from)
    ORDER BY message.message_offset LIMIT maximum;
END
$$;

-- As before, but a group's offset may lie before the oldest message that is kept: what it missed is in between.
CREATE OR REPLACE FUNCTION event_log.renew_membership(
  group_given text, topic_name text, member uuid, lease_ms integer
) RETURNS TABLE (
  topic_id integer, partition integer, epoch bigint, next_offset bigint, end_offset bigint, is_surplus boolean
) LANGUAGE plpgsql
SET enable_seqscan = off SET jit = off
AS $$
DECLARE
  wanted integer;
  now_here timestamptz;
  joined boolean;
  expired integer;
  fair_share integer;
  missing integer;
BEGIN
  SELECT topic.topic_id INTO wanted FROM event_log.topic WHERE topic.name = topic_name;
  IF wanted IS NULL THEN
    RAISE EXCEPTION 'topic % does not exist', topic_name USING ERRCODE = 'undefined_object';
  END IF;
  PERFORM FROM event_log.consumer_group AS held
    WHERE held.group_name = group_given AND held.topic_id = wanted FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    INSERT INTO event_log.consumer_group VALUES (group_given, wanted) ON CONFLICT DO NOTHING;
    PERFORM FROM event_log.consumer_group AS held
      WHERE held.group_name = group_given AND held.topic_id = wanted FOR NO KEY UPDATE;
    INSERT INTO event_log.consumer_partition (group_name, topic_id, partition, next_offset)
      SELECT group_given, wanted, existing.partition, existing.first_offset
      FROM event_log.partition_state AS existing
      WHERE existing.topic_id = wanted ON CONFLICT DO NOTHING;
  END IF;
  -- Read under the lock, for which this may have waited.
  now_here := clock_timestamp();

  INSERT INTO event_log.consumer_member AS known (group_name, topic_id, member_id, expires_at)
    VALUES (group_given, wanted, member, now_here + lease_ms * interval '1 millisecond')
    ON CONFLICT ON CONSTRAINT consumer_member_pkey DO UPDATE SET expires_at = excluded.expires_at
    RETURNING xmax = 0 INTO joined;
  DELETE FROM event_log.consumer_member AS known
    WHERE known.group_name = group_given AND known.topic_id = wanted AND known.expires_at <= now_here;
  GET DIAGNOSTICS expired = ROW_COUNT;
  IF joined OR expired > 0 THEN
    UPDATE event_log.consumer_partition AS held SET owner = NULL, epoch = held.epoch + 1
      WHERE held.group_name = group_given AND held.topic_id = wanted AND held.owner IS NOT NULL
        AND NOT EXISTS (
          SELECT FROM event_log.consumer_member AS known
          WHERE known.group_name = group_given AND known.topic_id = wanted AND known.member_id = held.owner);
    PERFORM pg_notify('event_log', json_build_object('topic', topic_name, 'group', group_given)::text);
  END IF;

  SELECT topic.partitions / count(*)
      + (count(*) FILTER (WHERE known.member_id < member) < topic.partitions % count(*))::integer
    INTO fair_share
    FROM event_log.topic, event_log.consumer_member AS known
    WHERE topic.topic_id = wanted AND known.group_name = group_given AND known.topic_id = wanted
    GROUP BY topic.partitions;
  SELECT fair_share - count(*) INTO missing FROM event_log.consumer_partition AS held
    WHERE held.group_name = group_given AND held.topic_id = wanted AND held.owner = member;
  IF missing > 0 THEN
    UPDATE event_log.consumer_partition AS held SET owner = member, epoch = held.epoch + 1
      WHERE held.group_name = group_given AND held.topic_id = wanted AND held.partition IN (
        SELECT free.partition FROM event_log.consumer_partition AS free
        WHERE free.group_name = group_given AND free.topic_id = wanted AND free.owner IS NULL
        ORDER BY free.partition LIMIT missing);
  END IF;

  RETURN QUERY
    SELECT wanted, held.partition, held.epoch, held.next_offset, log.next_offset,
      row_number() OVER (ORDER BY held.partition) > fair_share
    FROM event_log.consumer_offset AS held
    JOIN event_log.partition AS log ON log.topic_id = held.topic_id AND log.partition = held.partition
    WHERE held.group_name = group_given AND held.topic_id = wanted AND held.owner = member
    ORDER BY held.partition;
END
$$;

CREATE OR REPLACE FUNCTION event_log.commit_offset(
  group_given text, wanted_topic integer, wanted_partition integer, member uuid, member_epoch bigint, handled_to bigint
) RETURNS boolean LANGUAGE plpgsql
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off
SET plan_cache_mode = force_generic_plan SET jit = off
AS $$
DECLARE
  last_number bigint;
BEGIN
  -- Held until the end of the transaction, so that the next owner sees this commit.
  PERFORM FROM event_log.consumer_partition AS held
    WHERE held.group_name = group_given AND held.topic_id = wanted_topic AND held.partition = wanted_partition
      AND held.owner = member AND held.epoch = member_epoch
    FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  SELECT last.commit_number INTO last_number FROM event_log.consumer_commit AS last
    WHERE last.group_name = group_given AND last.topic_id = wanted_topic AND last.partition = wanted_partition
    ORDER BY last.commit_number DESC LIMIT 1;
  INSERT INTO event_log.consumer_commit (group_name, topic_id, partition, commit_number, next_offset)
    VALUES (group_given, wanted_topic, wanted_partition, coalesce(last_number, 0) + 1, handled_to);
  DELETE FROM event_log.consumer_commit AS former
    WHERE former.group_name = group_given AND former.topic_id = wanted_topic
      AND former.partition = wanted_partition AND former.commit_number = last_number;
  RETURN true;
END
$$;

CREATE OR REPLACE FUNCTION event_log.release_partitions(
  group_given text, topic_name text, member uuid, released integer[]
) RETURNS void LANGUAGE plpgsql
SET enable_seqscan = off SET jit = off
AS $$
DECLARE
  wanted integer;
BEGIN
  SELECT topic.topic_id INTO wanted FROM event_log.topic WHERE topic.name = topic_name;
  PERFORM FROM event_log.consumer_group AS held
    WHERE held.group_name = group_given AND held.topic_id = wanted FOR NO KEY UPDATE;
  IF released IS NULL THEN
    DELETE FROM event_log.consumer_member AS known
      WHERE known.group_name = group_given AND known.topic_id = wanted AND known.member_id = member;
  END IF;
  UPDATE event_log.consumer_partition AS held SET owner = NULL, epoch = held.epoch + 1
    WHERE held.group_name = group_given AND held.topic_id = wanted AND held.owner = member
      AND (released IS NULL OR held.partition = ANY (released));
  PERFORM pg_notify('event_log', json_build_object('topic', topic_name, 'group', group_given)::text);
END
$$;

CREATE OR REPLACE FUNCTION event_log.remove_expired(wanted_topic integer, wanted_partition integer, maximum integer)
RETURNS integer LANGUAGE plpgsql
SET enable_seqscan = off SET enable_bitmapscan = off SET jit = off
AS $$
DECLARE
  kept_from timestamptz;
  oldest bigint;
  end_of_expired bigint;
  removed integer;
BEGIN
  SELECT clock_timestamp() - topic.retention_ms * interval '1 millisecond' INTO kept_from
    FROM event_log.topic WHERE topic.topic_id = wanted_topic;
  SELECT log.first_offset INTO oldest
    FROM event_log.partition_state AS log WHERE log.topic_id = wanted_topic AND log.partition = wanted_partition;
  SELECT max(candidate.message_offset) + 1 INTO end_of_expired
    FROM (
      SELECT message.message_offset, message.appended_at FROM event_log.message
      WHERE message.topic_id = wanted_topic AND message.partition = wanted_partition
        AND message.message_offset >= oldest
      ORDER BY message.message_offset LIMIT maximum
    ) AS candidate
    WHERE candidate.appended_at < kept_from;
  IF end_of_expired IS NULL THEN
    RETURN 0;
  END IF;
  DELETE FROM event_log.message
    WHERE message.topic_id = wanted_topic AND message.partition = wanted_partition
      AND message.message_offset >= oldest AND message.message_offset < end_of_expired;
  GET DIAGNOSTICS removed = ROW_COUNT;
  -- With the messages, so that the end stays where it is when the last one is gone.
  UPDATE event_log.partition_state AS log
    SET first_offset = end_of_expired, next_offset = greatest(log.next_offset, end_of_expired)
    WHERE log.topic_id = wanted_topic AND log.partition = wanted_partition AND log.first_offset < end_of_expired;
  RETURN removed;
END
$$;
