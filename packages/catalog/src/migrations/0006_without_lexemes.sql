-- Where nothing was imported yet, no search of the version before can need the indexes that only it reads. Elsewhere they stay until the release
-- after this one: beside an empty set of lexemes they cost an import next to nothing.
DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM catalog.signal) THEN
    DROP INDEX catalog.signal_lexemes;
    DROP INDEX catalog.signal_order;
  END IF;
END $$;

-- Nothing is looked for in documents, and to sample them is most of what ANALYZE takes after an import.
ALTER TABLE catalog.signal_document ALTER COLUMN document SET STATISTICS 0;
