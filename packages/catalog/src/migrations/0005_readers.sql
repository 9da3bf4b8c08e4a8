-- Programs that keep the signals in memory follow the catalog by versions and no longer read lexemes, bitmaps, statistics and the words of
-- names. The next release's writers leave them out; columns, tables and indexes that nothing uses are dropped by the release after it, since the
-- version before this one goes on using them beside it.
ALTER TABLE catalog.signal ALTER COLUMN lexemes SET DEFAULT '';
ALTER TABLE catalog.company ALTER COLUMN name_words SET DEFAULT '';

-- One row for each process that answers from memory, so that a writer can wait until all of them have a version (src/feed/reader-lease.ts).
CREATE TABLE catalog.reader (
  id text PRIMARY KEY,
  -- Answers hold everything up to this version of catalog.state.
  applied_version bigint NOT NULL,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- When the process last confirmed its row, by the database's clock.
  seen_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
GRANT INSERT, UPDATE, DELETE ON catalog.reader TO heliograph_reader;
