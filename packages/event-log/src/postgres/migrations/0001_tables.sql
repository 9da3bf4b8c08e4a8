-- Messages in topics, and how far each group has come in them. Names are compared byte by byte (COLLATE "C").

CREATE TABLE event_log.topic (
  topic_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text COLLATE "C" NOT NULL,
  partitions integer NOT NULL,
  retention_ms bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT topic_name_once UNIQUE (name),
  CONSTRAINT topic_has_partitions CHECK (partitions > 0),
  CONSTRAINT topic_keeps_messages CHECK (retention_ms > 0)
);

-- Whoever appends holds the row until the end of the transaction. So offsets become visible in their order, and a
-- reader that has seen an offset will never see a lower one appear.
CREATE TABLE event_log.partition (
  topic_id integer NOT NULL REFERENCES event_log.topic,
  partition integer NOT NULL,
  -- The oldest that is kept; what lies before it was removed by retention.
  first_offset bigint NOT NULL DEFAULT 0,
  -- The one that the next message gets.
  next_offset bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (topic_id, partition),
  CONSTRAINT partition_offsets CHECK (0 <= first_offset AND first_offset <= next_offset)
)
-- Rewritten by every publish: room on its page keeps the rewrites out of the index.
WITH (fillfactor = 20, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 200);

CREATE TABLE event_log.message (
  topic_id integer NOT NULL,
  partition integer NOT NULL,
  message_offset bigint NOT NULL,
  key text COLLATE "C" NOT NULL,
  headers json NOT NULL,
  value bytea NOT NULL,
  appended_at timestamptz NOT NULL,
  PRIMARY KEY (topic_id, partition, message_offset)
);

-- The row is locked by whoever shares out the partitions of a topic among the members of a group.
CREATE TABLE event_log.consumer_group (
  group_name text COLLATE "C" NOT NULL,
  topic_id integer NOT NULL REFERENCES event_log.topic,
  PRIMARY KEY (group_name, topic_id)
);

-- Members that are alive. One that is silent until expires_at (by the database's clock) loses its partitions.
CREATE TABLE event_log.consumer_member (
  group_name text COLLATE "C" NOT NULL,
  topic_id integer NOT NULL,
  member_id uuid NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (group_name, topic_id, member_id),
  FOREIGN KEY (group_name, topic_id) REFERENCES event_log.consumer_group
) WITH (fillfactor = 20, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 200);

-- What a group has handled of a partition, and which member may say so.
CREATE TABLE event_log.consumer_offset (
  group_name text COLLATE "C" NOT NULL,
  topic_id integer NOT NULL,
  partition integer NOT NULL,
  -- The first that is not handled yet.
  next_offset bigint NOT NULL DEFAULT 0,
  owner uuid,
  -- Rises with each change of the owner, so that one that lost the partition and does not know it is refused, also after
  -- the partition came back to it.
  epoch bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (group_name, topic_id, partition),
  FOREIGN KEY (group_name, topic_id) REFERENCES event_log.consumer_group,
  FOREIGN KEY (topic_id, partition) REFERENCES event_log.partition
) WITH (fillfactor = 20, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 200);
