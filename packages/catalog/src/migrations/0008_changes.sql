-- What GET /changes is answered from: one row for each time that a signal was published, updated or withdrawn, in the order of (version, id). Triggers write
-- it, not the writer's code, so that nothing is left out while a version before this one still imports or withdraws; statement by statement, which costs
-- an import next to nothing. Rows are kept for 31 days (src/changes/tidy-changes.ts). Signals of before this migration have none.

CREATE TABLE catalog.change (
  version bigint NOT NULL,
  id numeric(19, 0) NOT NULL,
  kind text NOT NULL CHECK (kind IN ('published', 'updated', 'withdrawn')),
  -- The same for all of a version, and never before that of an earlier one.
  at timestamptz NOT NULL,
  -- Of a withdrawn signal, to find whose filters it matched; answered to nobody.
  document text,
  company_id integer,
  PRIMARY KEY (version, id),
  CHECK ((kind = 'withdrawn') = (document IS NOT NULL) AND (document IS NULL) = (company_id IS NULL))
);
-- Nothing is planned by them, and ANALYZE would sample documents.
ALTER TABLE catalog.change ALTER COLUMN document SET STATISTICS 0;

-- The version that the transaction's changes carry, and their time: it holds the lock of catalog.state, so no other change comes in between.
CREATE FUNCTION catalog.change_to_come(OUT version bigint, OUT at timestamptz) LANGUAGE sql VOLATILE AS $$
  SELECT s.version + 1,
    CASE WHEN last.version = s.version + 1 THEN last.at
      ELSE greatest(date_trunc('milliseconds', clock_timestamp()), last.at) END
  FROM catalog.state s
  LEFT JOIN LATERAL (SELECT c.version, c.at FROM catalog.change c ORDER BY c.version DESC, c.id DESC LIMIT 1) last ON true
$$;

-- Owned by the role that migrates: the indexer publishes what was scheduled and may not write here by itself.
CREATE FUNCTION catalog.log_deleted() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
  now_comes record;
BEGIN
  SELECT * INTO now_comes FROM catalog.change_to_come();
  -- What is replaced is deleted first; what is withdrawn is in catalog.withdrawal already.
  INSERT INTO catalog.change (version, id, kind, at, document, company_id)
  SELECT now_comes.version, gone.id, CASE WHEN document.id IS NULL THEN 'updated' ELSE 'withdrawn' END, now_comes.at,
    document.document, CASE WHEN document.id IS NOT NULL THEN gone.company_id END
  FROM gone
  LEFT JOIN (catalog.withdrawal JOIN catalog.signal_document AS document USING (id)) ON document.id = gone.id
  WHERE NOT gone.pending
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER log_deleted AFTER DELETE ON catalog.signal
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION catalog.log_deleted();

CREATE FUNCTION catalog.log_inserted() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
  now_comes record;
BEGIN
  SELECT * INTO now_comes FROM catalog.change_to_come();
  -- One that replaced another has its row already.
  INSERT INTO catalog.change (version, id, kind, at)
  SELECT now_comes.version, come.id, 'published', now_comes.at FROM come WHERE NOT come.pending
  ON CONFLICT DO NOTHING;
  -- Published before, and scheduled anew: it is told of when its time comes.
  IF EXISTS (SELECT FROM come WHERE come.pending) THEN
    DELETE FROM catalog.change AS change USING come
    WHERE come.pending AND change.version = now_comes.version AND change.id = come.id;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER log_inserted AFTER INSERT ON catalog.signal
  REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION catalog.log_inserted();

CREATE FUNCTION catalog.log_published() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
  now_comes record;
BEGIN
  SELECT * INTO now_comes FROM catalog.change_to_come();
  INSERT INTO catalog.change (version, id, kind, at)
  SELECT now_comes.version, come.id, 'published', now_comes.at
  FROM come JOIN before USING (id) WHERE before.pending AND NOT come.pending
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER log_published AFTER UPDATE ON catalog.signal
  REFERENCING OLD TABLE AS before NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION catalog.log_published();

-- The first version that was committed at this time or later; null when there is none. Times never go back, so that halving finds it without an index.
CREATE FUNCTION catalog.first_change_at(moment timestamptz) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
DECLARE
  low bigint := (SELECT change.version FROM catalog.change ORDER BY version, id LIMIT 1);
  high bigint := (SELECT change.version FROM catalog.change ORDER BY version DESC, id DESC LIMIT 1);
  middle bigint;
  found_at timestamptz;
  found_version bigint;
BEGIN
  IF low IS NULL OR (SELECT change.at FROM catalog.change ORDER BY version DESC, id DESC LIMIT 1) < moment THEN
    RETURN NULL;
  END IF;
  WHILE low < high LOOP
    middle := low + (high - low) / 2;
    SELECT change.version, change.at INTO found_version, found_at
    FROM catalog.change WHERE change.version >= middle ORDER BY version, id LIMIT 1;
    IF found_at >= moment THEN high := middle; ELSE low := found_version + 1; END IF;
  END LOOP;
  RETURN (SELECT change.version FROM catalog.change WHERE change.version >= low ORDER BY version, id LIMIT 1);
END
$$;

-- The indexer marks scheduled signals as published and removes what is older than 31 days.
GRANT UPDATE ON catalog.state TO heliograph_indexer;
GRANT UPDATE (pending) ON catalog.signal TO heliograph_indexer;
GRANT UPDATE (version) ON catalog.signal_document TO heliograph_indexer;
GRANT DELETE ON catalog.change TO heliograph_indexer;
