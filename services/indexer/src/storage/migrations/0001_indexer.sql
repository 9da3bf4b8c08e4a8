-- Vectors of signals by collection, which of them are in the vector index, and how far the feed is.
--
-- The tables grow from nothing to a million rows within minutes, before statistics of them are made. So functions keep to their indexes, read
-- one table at a time, and plan anew each time: what is planned by guesses would read all that there is for each row. For the same reason
-- the primary keys begin with the id.

-- Up to where changes of the catalog were published: all of smaller (version, id).
CREATE TABLE indexer.feed_position (
  is_only_row boolean PRIMARY KEY DEFAULT true CHECK (is_only_row),
  version bigint NOT NULL DEFAULT 0,
  id numeric(19, 0) NOT NULL DEFAULT 0,
  moved_at timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 20);
INSERT INTO indexer.feed_position DEFAULT VALUES;

-- Repairs that were asked for, and the latest comparison of catalog and vector index.
CREATE TABLE indexer.repair (
  is_only_row boolean PRIMARY KEY DEFAULT true CHECK (is_only_row),
  requested bigint NOT NULL DEFAULT 0,
  -- The last request that is fulfilled: a leader that dies in the middle leaves it to the next.
  done bigint NOT NULL DEFAULT 0,
  missing bigint,
  surplus bigint,
  compared_at timestamptz
);
INSERT INTO indexer.repair DEFAULT VALUES;

-- Up to where dead letters were sent back; a position of the event log.
CREATE TABLE indexer.dead_letter_position (
  topic text COLLATE "C" PRIMARY KEY,
  position text COLLATE "C" NOT NULL,
  moved_at timestamptz NOT NULL
);

CREATE TABLE indexer.collection (
  collection_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- In the vector index and in catalog.vector_collection.
  name text COLLATE "C" NOT NULL UNIQUE,
  -- Rises when the index has lost the collection: what was put into it before does not count any more.
  epoch integer NOT NULL DEFAULT 1,
  -- When it was last that of the model in use.
  last_wanted_at timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 50);

-- One row a signal and collection, without its vector: narrow, because it is rewritten, counted and compared.
CREATE TABLE indexer.signal (
  collection_id integer NOT NULL,
  id numeric(19, 0) NOT NULL,
  -- Of the catalog; only ever replaced by a higher one.
  version bigint NOT NULL,
  -- withdrawn: for good, and kept so that a late event does not bring it back. dead: its text cannot be embedded.
  state text COLLATE "C" NOT NULL CHECK (state IN ('embedded', 'withdrawn', 'dead')),
  -- Since the Unix epoch; may lie in the future.
  published_at_ms bigint,
  ordinal integer,
  -- Of the text that the vector was made from, or that could not be embedded.
  text_hash uuid,
  -- What the vector index is known to hold (of a withdrawn one: that it does not): the row as it stands when both agree with
  -- version and the collection's epoch.
  indexed_version bigint,
  indexed_epoch integer,
  PRIMARY KEY (id, collection_id),
  CONSTRAINT embedded_is_whole CHECK (
    state <> 'embedded' OR (published_at_ms IS NOT NULL AND ordinal IS NOT NULL AND text_hash IS NOT NULL)
  )
) PARTITION BY LIST (collection_id);

-- The vector of each embedded signal, written in the statement that writes its row. What the vector index is rebuilt from.
CREATE TABLE indexer.vector (
  collection_id integer NOT NULL,
  id numeric(19, 0) NOT NULL,
  -- 16-bit floats, little-endian.
  vector bytea NOT NULL,
  PRIMARY KEY (id, collection_id)
) PARTITION BY LIST (collection_id);

-- The collection of a name, made when it is new.
CREATE FUNCTION indexer.ensure_collection(wanted text) RETURNS TABLE (collection_id integer, epoch integer)
LANGUAGE plpgsql AS $$
DECLARE
  found integer;
BEGIN
  UPDATE indexer.collection AS known SET last_wanted_at = now() WHERE known.name = wanted RETURNING known.collection_id INTO found;
  IF found IS NULL THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('indexer.collection', 0));
    INSERT INTO indexer.collection AS made (name) VALUES (wanted) ON CONFLICT DO NOTHING RETURNING made.collection_id INTO found;
    IF found IS NOT NULL THEN
      -- Room on the pages keeps the marks of what was indexed out of the index.
      EXECUTE format('CREATE TABLE indexer.%I PARTITION OF indexer.signal FOR VALUES IN (%s) WITH (fillfactor = 60)', 'signal_' || found, found);
      EXECUTE format('CREATE TABLE indexer.%I PARTITION OF indexer.vector FOR VALUES IN (%s)', 'vector_' || found, found);
      -- Floats do not compress; up to some 950 dimensions a vector stays in its row.
      EXECUTE format('ALTER TABLE indexer.%I ALTER COLUMN vector SET STORAGE EXTERNAL', 'vector_' || found);
    END IF;
  END IF;
  RETURN QUERY SELECT known.collection_id, known.epoch FROM indexer.collection AS known WHERE known.name = wanted;
END
$$;

-- Forgets a collection with all its vectors.
CREATE FUNCTION indexer.drop_collection(wanted text) RETURNS void LANGUAGE plpgsql
-- Waits for statements under way, and the next ones wait for it.
SET lock_timeout = '2s' AS $$
DECLARE
  found integer;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('indexer.collection', 0));
  DELETE FROM indexer.collection AS known WHERE known.name = wanted RETURNING known.collection_id INTO found;
  IF found IS NOT NULL THEN
    EXECUTE format('DROP TABLE indexer.%I, indexer.%I', 'signal_' || found, 'vector_' || found);
  END IF;
END
$$;

-- What is known of each of these signals: of the collection, and whether the catalog has withdrawn it.
CREATE FUNCTION indexer.read_signals(wanted integer, ids numeric[])
RETURNS TABLE (id numeric, version bigint, state text, text_hash uuid, is_indexed boolean, withdrawn_version bigint)
LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_custom_plan SET enable_seqscan = off SET enable_bitmapscan = off SET jit = off AS $$
BEGIN
  RETURN QUERY
    WITH known AS MATERIALIZED (
      SELECT kept.* FROM indexer.signal AS kept WHERE kept.collection_id = wanted AND kept.id = ANY (ids)
    ), gone AS MATERIALIZED (
      SELECT withdrawal.id, withdrawal.version FROM catalog.withdrawal WHERE withdrawal.id = ANY (ids)
    )
    SELECT given.id, known.version, known.state, known.text_hash,
      coalesce(known.indexed_version = known.version AND known.indexed_epoch = held.epoch, false), gone.version
    FROM unnest(ids) AS given (id)
    JOIN indexer.collection AS held ON held.collection_id = wanted
    LEFT JOIN known ON known.id = given.id
    LEFT JOIN gone ON gone.id = given.id;
END
$$;

-- Stores signals with new vectors; vectors holds them one behind the other. Answers which were stored: not those that are there in a
-- newer version.
CREATE FUNCTION indexer.store_vectors(
  wanted integer, ids numeric[], versions bigint[], published bigint[], ordinals integer[], hashes uuid[], vectors bytea
) RETURNS SETOF numeric LANGUAGE plpgsql
SET jit = off AS $$
DECLARE
  size integer := length(vectors) / greatest(cardinality(ids), 1);
BEGIN
  RETURN QUERY
    WITH given AS MATERIALIZED (
      SELECT * FROM unnest(ids, versions, published, ordinals, hashes) WITH ORDINALITY
        AS each (id, version, published_at_ms, ordinal, text_hash, number)
    ), stored AS (
      INSERT INTO indexer.signal AS kept (collection_id, id, version, state, published_at_ms, ordinal, text_hash)
      -- In one order everywhere, so that two batches never wait for each other in a circle.
      SELECT wanted, given.id, given.version, 'embedded', given.published_at_ms, given.ordinal, given.text_hash
      FROM given ORDER BY given.id
      ON CONFLICT (collection_id, id) DO UPDATE SET version = excluded.version, state = excluded.state,
        published_at_ms = excluded.published_at_ms, ordinal = excluded.ordinal, text_hash = excluded.text_hash
      WHERE kept.version < excluded.version OR (kept.version = excluded.version AND kept.state = 'dead')
      RETURNING kept.id
    ), made AS (
      INSERT INTO indexer.vector AS kept (collection_id, id, vector)
      SELECT wanted, given.id, substr(vectors, ((number - 1) * size + 1)::integer, size)
      FROM given WHERE given.id IN (SELECT stored.id FROM stored)
      ON CONFLICT (collection_id, id) DO UPDATE SET vector = excluded.vector
    )
    SELECT stored.id FROM stored;
END
$$;

-- Gives signals whose text is the same their new version, with the vector that is there. Answers which.
CREATE FUNCTION indexer.reuse_vectors(
  wanted integer, ids numeric[], versions bigint[], published bigint[], ordinals integer[], hashes uuid[]
) RETURNS SETOF numeric LANGUAGE plpgsql
SET plan_cache_mode = force_custom_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off AS $$
BEGIN
  RETURN QUERY
    UPDATE indexer.signal AS kept SET version = given.version, published_at_ms = given.published_at_ms, ordinal = given.ordinal
    FROM unnest(ids, versions, published, ordinals, hashes) AS given (id, version, published_at_ms, ordinal, text_hash)
    WHERE kept.collection_id = wanted AND kept.id = given.id
      AND kept.version < given.version AND kept.state <> 'dead' AND kept.text_hash = given.text_hash
    RETURNING kept.id;
END
$$;

-- Remembers signals whose text cannot be embedded. Answers which: not those that are there in a newer version.
CREATE FUNCTION indexer.lay_aside(wanted integer, ids numeric[], versions bigint[], hashes uuid[]) RETURNS SETOF numeric
LANGUAGE plpgsql
SET plan_cache_mode = force_custom_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off AS $$
DECLARE
  stored numeric[];
BEGIN
  WITH laid AS (
    INSERT INTO indexer.signal AS kept (collection_id, id, version, state, text_hash)
    SELECT wanted, given.id, given.version, 'dead', given.text_hash
    FROM unnest(ids, versions, hashes) AS given (id, version, text_hash) ORDER BY given.id
    ON CONFLICT (collection_id, id) DO UPDATE SET version = excluded.version, state = excluded.state,
      published_at_ms = NULL, ordinal = NULL, text_hash = excluded.text_hash
    WHERE kept.version < excluded.version OR (kept.version = excluded.version AND kept.state = 'dead')
    RETURNING kept.id
  ) SELECT coalesce(array_agg(laid.id), '{}') INTO stored FROM laid;
  DELETE FROM indexer.vector AS kept WHERE kept.collection_id = wanted AND kept.id = ANY (stored);
  RETURN QUERY SELECT unnest(stored);
END
$$;

-- Remembers in every collection that signals were withdrawn, and removes their vectors.
CREATE FUNCTION indexer.withdraw(ids numeric[], versions bigint[]) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = force_custom_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off AS $$
DECLARE
  held integer;
BEGIN
  INSERT INTO indexer.signal AS kept (collection_id, id, version, state)
  SELECT held.collection_id, given.id, given.version, 'withdrawn'
  FROM indexer.collection AS held, unnest(ids, versions) AS given (id, version) ORDER BY held.collection_id, given.id
  ON CONFLICT (collection_id, id) DO UPDATE SET version = excluded.version, state = excluded.state,
    published_at_ms = NULL, ordinal = NULL, text_hash = NULL
  WHERE kept.version < excluded.version;
  -- A statement of its own: it sees what a batch stored for which the one above has waited.
  FOR held IN SELECT known.collection_id FROM indexer.collection AS known LOOP
    DELETE FROM indexer.vector AS kept WHERE kept.collection_id = held AND kept.id = ANY (ARRAY (
      SELECT gone.id FROM indexer.signal AS gone
      WHERE gone.collection_id = held AND gone.id = ANY (ids) AND gone.state = 'withdrawn'));
  END LOOP;
END
$$;

-- Puts right what is stored of signals that the catalog does not have, or not in so high a version: withdrawn, or gone with a database
-- that was set back.
CREATE FUNCTION indexer.forget(wanted integer, ids numeric[]) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = force_custom_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off AS $$
DECLARE
  gone numeric[];
  versions bigint[];
BEGIN
  SELECT coalesce(array_agg(withdrawal.id), '{}'), coalesce(array_agg(withdrawal.version), '{}') INTO gone, versions
    FROM catalog.withdrawal WHERE withdrawal.id = ANY (ids);
  PERFORM indexer.withdraw(gone, versions);
  WITH forgotten AS (
    DELETE FROM indexer.signal AS kept WHERE kept.collection_id = wanted AND kept.id = ANY (ids)
      AND NOT EXISTS (
        SELECT FROM catalog.signal_document AS document WHERE document.id = kept.id AND document.version >= kept.version)
      AND NOT EXISTS (SELECT FROM catalog.withdrawal WHERE withdrawal.id = kept.id AND withdrawal.version >= kept.version)
    RETURNING kept.id
  )
  DELETE FROM indexer.vector AS kept
    WHERE kept.collection_id = wanted AND kept.id = ANY (ARRAY (SELECT forgotten.id FROM forgotten));
END
$$;

-- Notes what was put into the vector index (or taken out of it) in these versions. Answers for which signals that is how they stand.
CREATE FUNCTION indexer.mark_indexed(wanted integer, ids numeric[], versions bigint[], epoch_given integer) RETURNS SETOF numeric
LANGUAGE plpgsql
SET plan_cache_mode = force_custom_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off AS $$
BEGIN
  RETURN QUERY
    UPDATE indexer.signal AS kept SET indexed_version = given.version, indexed_epoch = epoch_given
    FROM unnest(ids, versions) AS given (id, version)
    WHERE kept.collection_id = wanted AND kept.id = given.id AND kept.version = given.version
    RETURNING kept.id;
END
$$;

-- Embedded ones of these signals with their vectors.
CREATE FUNCTION indexer.read_points(wanted integer, ids numeric[])
RETURNS TABLE (id numeric, version bigint, published_at_ms bigint, ordinal integer, vector bytea) LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_custom_plan SET enable_seqscan = off SET enable_bitmapscan = off SET jit = off AS $$
BEGIN
  RETURN QUERY
    WITH known AS MATERIALIZED (
      SELECT kept.* FROM indexer.signal AS kept
      WHERE kept.collection_id = wanted AND kept.id = ANY (ids) AND kept.state = 'embedded'
    ), made AS MATERIALIZED (
      SELECT kept.id, kept.vector FROM indexer.vector AS kept WHERE kept.collection_id = wanted AND kept.id = ANY (ids)
    )
    SELECT known.id, known.version, known.published_at_ms, known.ordinal, made.vector
    FROM known JOIN made ON made.id = known.id;
END
$$;

-- Signals of the catalog or of what is stored, whichever has them, after one id and up to another, in ascending order.
CREATE FUNCTION indexer.compare_page(wanted integer, after_id numeric, until_id numeric, maximum integer)
RETURNS TABLE (id numeric, catalog_version bigint, version bigint, state text, is_indexed boolean) LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_custom_plan SET enable_seqscan = off SET enable_bitmapscan = off SET jit = off AS $$
DECLARE
  current_epoch integer := (SELECT held.epoch FROM indexer.collection AS held WHERE held.collection_id = wanted);
BEGIN
  RETURN QUERY
    SELECT coalesce(document.id, known.id), document.version, known.version, known.state,
      coalesce(known.indexed_version = known.version AND known.indexed_epoch = current_epoch, false)
    FROM (
      SELECT listed.id, listed.version FROM catalog.signal_document AS listed
      WHERE listed.id > after_id AND listed.id <= until_id ORDER BY listed.id LIMIT maximum
    ) AS document
    FULL JOIN (
      SELECT kept.* FROM indexer.signal AS kept
      WHERE kept.collection_id = wanted AND kept.id > after_id AND kept.id <= until_id ORDER BY kept.id LIMIT maximum
    ) AS known ON known.id = document.id
    ORDER BY 1 LIMIT maximum;
END
$$;

-- Looks at so many signals of the catalog after an id: which of them have no vector of their version, and the last one looked at.
CREATE FUNCTION indexer.unembedded_page(wanted integer, after_id numeric, maximum integer)
RETURNS TABLE (last_id numeric, ids numeric[]) LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_custom_plan SET enable_seqscan = off SET enable_bitmapscan = off SET jit = off SET enable_nestloop = off AS $$
BEGIN
  SELECT max(listed.id) INTO last_id FROM (
    SELECT document.id FROM catalog.signal_document AS document
    WHERE document.id > after_id ORDER BY document.id LIMIT maximum
  ) AS listed;
  SELECT coalesce(array_agg(page.id), '{}') INTO ids
    FROM (
      SELECT document.id, document.version FROM catalog.signal_document AS document
      WHERE document.id > after_id AND document.id <= last_id OFFSET 0
    ) AS page
    LEFT JOIN (
      SELECT kept.id, kept.version FROM indexer.signal AS kept
      WHERE kept.collection_id = wanted AND kept.id > after_id AND kept.id <= last_id OFFSET 0
    ) AS known ON known.id = page.id AND known.version >= page.version
    WHERE known.id IS NULL;
  RETURN NEXT;
END
$$;

-- How signals stand in the catalog.
CREATE FUNCTION indexer.read_catalog(ids numeric[])
RETURNS TABLE (version bigint, id numeric, withdrawn boolean, title text, published_at timestamptz, ordinal integer)
LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_custom_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off AS $$
BEGIN
  RETURN QUERY
    SELECT document.version, document.id, false, document.document::json->>'title', listed.published_at, listed.ordinal
    FROM unnest(ids) AS given (id)
    JOIN catalog.signal_document AS document ON document.id = given.id
    JOIN catalog.signal AS listed ON listed.id = given.id;
END
$$;

-- The signals of the catalog by what the collection has of them, at one moment.
CREATE FUNCTION indexer.count_signals(wanted integer)
RETURNS TABLE (signals bigint, embedded bigint, dead bigint, epoch integer, catalog_version bigint) LANGUAGE plpgsql STABLE
-- One core is enough: searches go on meanwhile.
SET jit = off SET work_mem = '64MB' SET max_parallel_workers_per_gather = 0 AS $$
BEGIN
  RETURN QUERY EXECUTE
    'SELECT counted.signals, counted.embedded, counted.dead, held.epoch, state.version
     FROM catalog.state CROSS JOIN indexer.collection AS held CROSS JOIN LATERAL (
       SELECT count(*) AS signals,
         count(*) FILTER (WHERE known.state = ''embedded'' AND known.indexed_version = known.version AND known.indexed_epoch = held.epoch) AS embedded,
         count(*) FILTER (WHERE known.state = ''dead'') AS dead
       FROM catalog.signal_document AS document
       LEFT JOIN indexer.signal AS known ON known.collection_id = $1 AND known.id = document.id AND known.version >= document.version
     ) AS counted
     WHERE held.collection_id = $1'
    USING wanted;
END
$$;
