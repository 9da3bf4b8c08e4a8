-- Plans are kept keyed: the tables may be empty when a connection plans for the first time, and large soon after.

-- Appends messages in the order given; all or none. Values come as one piece and their lengths. Listeners on the channel
-- event_log are told which partitions have news.
CREATE FUNCTION event_log.append_messages(
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

  -- In one order everywhere, so that publishers wait for each other and never in a circle.
  PERFORM FROM event_log.partition
    WHERE partition.topic_id = wanted AND partition.partition = ANY (touched)
    ORDER BY partition.partition FOR NO KEY UPDATE;
  -- Read under the locks, for which this may have waited.
  now_here := clock_timestamp();

  INSERT INTO event_log.message (topic_id, partition, message_offset, key, headers, value, appended_at)
  SELECT wanted, item.partition,
    partition.next_offset - 1 + row_number() OVER (PARTITION BY item.partition ORDER BY item.position),
    item.key, item.headers::json, substring(contents FROM item.first_byte::integer FOR item.length), now_here
  FROM (
    SELECT given.*, 1 + sum(given.length) OVER (ORDER BY given.position) - given.length AS first_byte
    FROM unnest(partitions, keys, headers, lengths)
      WITH ORDINALITY AS given (partition, key, headers, length, position)
  ) AS item
  JOIN event_log.partition ON partition.topic_id = wanted AND partition.partition = item.partition;
  GET DIAGNOSTICS appended = ROW_COUNT;
  IF appended <> cardinality(keys) THEN
    RAISE EXCEPTION 'topic % lacks one of the partitions %', topic_name, touched USING ERRCODE = 'undefined_object';
  END IF;

  UPDATE event_log.partition SET next_offset = partition.next_offset + given.messages
  FROM (SELECT number, count(*) AS messages FROM unnest(partitions) AS number GROUP BY number) AS given
  WHERE partition.topic_id = wanted AND partition.partition = given.number;

  PERFORM pg_notify('event_log', json_build_object('topic', topic_name, 'partitions', touched)::text);
END
$$;

-- Messages of a partition from an offset on.
CREATE FUNCTION event_log.read_messages(
  wanted_topic integer, wanted_partition integer, from_offset bigint, maximum integer
) RETURNS TABLE (message_offset bigint, key text, headers json, value bytea, appended_at timestamptz)
LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_bitmapscan = off SET plan_cache_mode = force_generic_plan SET jit = off
AS $$
BEGIN
  RETURN QUERY SELECT message.message_offset, message.key, message.headers, message.value, message.appended_at
    FROM event_log.message
    WHERE message.topic_id = wanted_topic AND message.partition = wanted_partition AND message.message_offset >= from_offset
    ORDER BY message.message_offset LIMIT maximum;
END
$$;

-- A member's sign of life; the first one makes it join. Shares out the partitions: members that have been silent for too
-- long lose theirs, and this member takes free ones up to its share, which is p/m of p partitions among m members, one
-- more for the first members where it does not divide. Answers what it owns now; what it has beyond its share it is to
-- release as soon as the batch under way is done.
CREATE FUNCTION event_log.renew_membership(group_given text, topic_name text, member uuid, lease_ms integer)
RETURNS TABLE (topic_id integer, partition integer, epoch bigint, next_offset bigint, end_offset bigint, is_surplus boolean)
LANGUAGE plpgsql
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
    INSERT INTO event_log.consumer_offset (group_name, topic_id, partition)
      SELECT group_given, wanted, existing.partition FROM event_log.partition AS existing
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
    UPDATE event_log.consumer_offset AS held SET owner = NULL, epoch = held.epoch + 1
      WHERE held.group_name = group_given AND held.topic_id = wanted AND held.owner IS NOT NULL
        AND NOT EXISTS (
          SELECT FROM event_log.consumer_member AS known
          WHERE known.group_name = group_given AND known.topic_id = wanted AND known.member_id = held.owner);
    PERFORM pg_notify('event_log', json_build_object('topic', topic_name, 'group', group_given)::text);
  END IF;

  SELECT topic.partitions / count(*) + (count(*) FILTER (WHERE known.member_id < member) < topic.partitions % count(*))::integer
    INTO fair_share
    FROM event_log.topic, event_log.consumer_member AS known
    WHERE topic.topic_id = wanted AND known.group_name = group_given AND known.topic_id = wanted
    GROUP BY topic.partitions;
  SELECT fair_share - count(*) INTO missing FROM event_log.consumer_offset AS held
    WHERE held.group_name = group_given AND held.topic_id = wanted AND held.owner = member;
  IF missing > 0 THEN
    UPDATE event_log.consumer_offset AS held SET owner = member, epoch = held.epoch + 1
      WHERE held.group_name = group_given AND held.topic_id = wanted AND held.partition IN (
        SELECT free.partition FROM event_log.consumer_offset AS free
        WHERE free.group_name = group_given AND free.topic_id = wanted AND free.owner IS NULL
        ORDER BY free.partition LIMIT missing);
  END IF;

  RETURN QUERY
    SELECT wanted, held.partition, held.epoch, greatest(held.next_offset, log.first_offset), log.next_offset,
      row_number() OVER (ORDER BY held.partition) > fair_share
    FROM event_log.consumer_offset AS held
    JOIN event_log.partition AS log ON log.topic_id = held.topic_id AND log.partition = held.partition
    WHERE held.group_name = group_given AND held.topic_id = wanted AND held.owner = member
    ORDER BY held.partition;
END
$$;

-- Moves a group's offset, if the member still owns the partition; tells whether it does.
CREATE FUNCTION event_log.commit_offset(
  group_given text, wanted_topic integer, wanted_partition integer, member uuid, member_epoch bigint, handled_to bigint
) RETURNS boolean LANGUAGE plpgsql
SET enable_seqscan = off SET plan_cache_mode = force_generic_plan SET jit = off
AS $$
BEGIN
  UPDATE event_log.consumer_offset AS held SET next_offset = handled_to
    WHERE held.group_name = group_given AND held.topic_id = wanted_topic AND held.partition = wanted_partition
      AND held.owner = member AND held.epoch = member_epoch;
  RETURN FOUND;
END
$$;

-- Gives partitions back, or all of them and the membership when none are named; the other members are told.
CREATE FUNCTION event_log.release_partitions(
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
  UPDATE event_log.consumer_offset AS held SET owner = NULL, epoch = held.epoch + 1
    WHERE held.group_name = group_given AND held.topic_id = wanted AND held.owner = member
      AND (released IS NULL OR held.partition = ANY (released));
  PERFORM pg_notify('event_log', json_build_object('topic', topic_name, 'group', group_given)::text);
END
$$;

-- Removes up to so many of the oldest messages of a partition that are older than their topic keeps them; answers how
-- many.
CREATE FUNCTION event_log.remove_expired(wanted_topic integer, wanted_partition integer, maximum integer)
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
  SELECT partition.first_offset INTO oldest
    FROM event_log.partition WHERE partition.topic_id = wanted_topic AND partition.partition = wanted_partition;
  SELECT max(candidate.message_offset) + 1 INTO end_of_expired
    FROM (
      SELECT message.message_offset, message.appended_at FROM event_log.message
      WHERE message.topic_id = wanted_topic AND message.partition = wanted_partition AND message.message_offset >= oldest
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
  UPDATE event_log.partition SET first_offset = end_of_expired
    WHERE partition.topic_id = wanted_topic AND partition.partition = wanted_partition
      AND partition.first_offset < end_of_expired;
  RETURN removed;
END
$$;
