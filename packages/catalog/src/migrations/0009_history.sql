-- A token for each version, by which whoever kept the signals of some version can tell whether this database ever had it: one that was restored, or lost
-- commits in a failover, gives the numbers out a second time. A trigger writes it, so that writers of the version before this one leave nothing out.
CREATE TABLE catalog.history (
  version bigint PRIMARY KEY,
  token uuid NOT NULL DEFAULT gen_random_uuid(),
  at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO catalog.history (version) SELECT version FROM catalog.state;

-- Owned by the role that migrates: the indexer moves the version and may not write here by itself.
CREATE FUNCTION catalog.note_version() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  INSERT INTO catalog.history (version) VALUES (NEW.version)
  ON CONFLICT (version) DO UPDATE SET token = excluded.token, at = excluded.at;
  RETURN NULL;
END
$$;
CREATE TRIGGER note_version AFTER UPDATE ON catalog.state
  FOR EACH ROW WHEN (OLD.version <> NEW.version) EXECUTE FUNCTION catalog.note_version();

-- The indexer removes tokens that have been superseded for 31 days.
GRANT DELETE ON catalog.history TO heliograph_indexer;
