import type { ClientBase } from 'pg';

/** The same index as in the migration: a first import is faster without it and builds it at the end. */
const createIndex = `CREATE INDEX IF NOT EXISTS signal_lexemes ON catalog.signal USING gin (lexemes)
  WITH (fastupdate = on, gin_pending_list_limit = 524288) WHERE NOT pending`;

/**
 * Drops the index over lexemes when there is nothing in it yet. Searches stay correct without it. A process killed before
 * {@link ensureLexemeIndex} leaves the index to the next import's end.
 */
export async function dropLexemeIndexOfEmptyCorpus(client: ClientBase): Promise<void> {
  await client.query(`DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM catalog.signal) THEN DROP INDEX IF EXISTS catalog.signal_lexemes; END IF;
  END $$`);
}

/** Whether the index over lexemes was dropped for a first import that has not finished. */
export async function isLexemeIndexMissing(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ missing: boolean }>(
    `SELECT to_regclass('catalog.signal_lexemes') IS NULL AS missing`,
  );
  return rows[0]?.missing === true;
}

/**
 * After a first import, before its index is built: puts the signals in the order of time. What is asked for is mostly recent, and then lies
 * together. Later imports append, which keeps that order well enough. Searches wait meanwhile (9 s for a million signals), so the
 * transaction should do nothing else.
 */
export async function orderSignalsByTime(client: ClientBase): Promise<void> {
  if (!(await isLexemeIndexMissing(client))) return;
  await client.query(`SET LOCAL maintenance_work_mem = '384MB'`);
  await client.query('CREATE INDEX signal_time ON catalog.signal (activity_date, id)');
  await client.query('CLUSTER catalog.signal USING signal_time');
  await client.query('DROP INDEX catalog.signal_time');
}

/** Builds the index over lexemes if it is missing. Searches go on meanwhile. */
export async function ensureLexemeIndex(client: ClientBase): Promise<void> {
  if (!(await isLexemeIndexMissing(client))) return;
  // The least that lets a second process help (32 MB for each). More is no quicker: CPU of the first process for 190,000 signals was
  // 6.7 s with 64 MB, 7.0 s with 384 MB and 9.6 s with 1 GB.
  await client.query(`SET LOCAL maintenance_work_mem = '64MB'`);
  await client.query('SET LOCAL max_parallel_maintenance_workers = 1');
  await client.query(createIndex);
}

/** Moves what imports appended to the index's pending list, which every search reads whole, into its tree. */
export async function flushLexemeIndex(client: ClientBase): Promise<void> {
  await client.query(`SET maintenance_work_mem = '256MB'`);
  await client.query(
    `SELECT gin_clean_pending_list(c.oid) FROM pg_class c
     WHERE c.oid = to_regclass('catalog.signal_lexemes')`,
  );
  await client.query('RESET maintenance_work_mem');
}
