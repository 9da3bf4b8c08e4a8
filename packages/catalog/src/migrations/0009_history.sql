-- A token for each version. A process that kept the signals of a version can tell by it whether this database ever had that
-- version: a database that was restored, or lost commits in a failover, gives the same numbers out again. A trigger writes
-- the token, so the previous release's writers leave none out.
CREATE TABLE catalog.history (
  version bigint PRIMARY KEY,
  token uuid NOT NULL DEFAULT gen_random_uuid(),
  at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO catalog.history (version) SELECT version FROM catalog.state;

-- Runs as the role that migrates: the indexer changes the version but has no right to write here.
CREATE FUNCTION catalog.note_version() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  INSERT INTO catalog.history (version) VALUES (NEW.version)
  ON CONFLICT (version) DO UPDATE SET token = excluded.token, at = excluded.at;
  RETURN NULL;
END
$$;
CREATE TRIGGER note_version AFTER UPDATE ON catalog.state
  FOR EACH ROW WHEN (OLD.version <> NEW.version) EXECUTE FUNCTION catalog.note_version();

-- The indexer removes tokens of versions that were superseded 31 days ago.
GRANT DELETE ON catalog.history TO heliograph_indexer;
