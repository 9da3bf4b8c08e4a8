import { BackOff, type Logger } from '@heliograph/runtime';
import { setTimeout as delay } from 'node:timers/promises';
import { escapeIdentifier, type ClientBase } from 'pg';
import { checkEncoding } from './check-encoding';
import { planMigrations, type AppliedMigration } from './migrations/plan-migrations';
import { readMigrations, type Migration } from './migrations/read-migrations';
import { createClient } from './servers/database-client';

/** A database by address; a program's pool would limit statement times. */
export interface MigrationTarget {
  connectionString: string;
}

interface MigrateOptions extends MigrationTarget {
  /** The schema that the files build; its table `schema_migration` records the applied ones. */
  schema: string;
  /** Contains the files `NNNN_name.sql`. */
  directory: string;
  logger: Logger;
}

/** Timeout for another program to finish its migration. */
const TURN_TIMEOUT_MS = 30_000;
/**
 * Timeout for a table's lock. While a migration waits for a long transaction (a dump), every later statement on that
 * table queues behind it; so it soon gives up, lets them run, and tries again.
 */
const LOCK_TIMEOUT_MS = 1_000;
const LOCK_PAUSES = { firstMs: 1_000, longestMs: 5_000 };
/** Time without progress before it fails. */
const STALL_TIMEOUT_MS = 60_000;
/** PostgreSQL's codes for a lock it could not take: `lock_not_available`, `deadlock_detected`. */
const LOCK_FAILURES = new Set(['55P03', '40P01']);
const CONNECTION_TIMEOUT_MS = 5_000;

/**
 * Migrates a schema to the program's version. Forward only: the way back is a new file.
 *
 * Each file runs in its own transaction together with the row that records it, under a lock that concurrently starting
 * programs queue for. A program killed at any point therefore leaves whole files behind, and the next one continues
 * from there. Unqualified names in a file mean the schema, then `public`.
 *
 * @throws if an applied file was changed or is missing, or a file fails (naming it).
 */
export async function migrate(options: MigrateOptions): Promise<void> {
  const migrations = await readMigrations(options.directory);
  await withClient(options, async (client) => {
    await checkEncoding(client);
    // One file per turn; each turn rereads the applied ones under the lock.
    while (await applyWithRetries(client, options, migrations));
  });
}

/** Applies the next file as soon as it can take its locks. */
async function applyWithRetries(
  client: ClientBase,
  options: MigrateOptions,
  migrations: readonly Migration[],
): Promise<boolean> {
  const end = performance.now() + STALL_TIMEOUT_MS;
  const pauses = new BackOff(LOCK_PAUSES);
  for (;;) {
    try {
      return await applyNext(client, options, migrations);
    } catch (error) {
      if (!isLockFailure(error) || performance.now() > end) throw error;
      options.logger.warn({ err: error, schema: options.schema }, 'a migration waits for a lock');
      await delay(pauses.nextMs());
    }
  }
}

function isLockFailure(error: unknown): boolean {
  const { cause = error } = error as Error;
  return LOCK_FAILURES.has((cause as { code?: string }).code ?? '');
}

/** Applies the first pending file, if any; returns whether more are pending. */
async function applyNext(
  client: ClientBase,
  options: MigrateOptions,
  migrations: readonly Migration[],
): Promise<boolean> {
  const { schema, logger } = options;
  await client.query('BEGIN');
  try {
    await client.query(
      `SELECT set_config('statement_timeout', '0', true), set_config('lock_timeout', $1, true),
         set_config('search_path', $2, true)`,
      [String(TURN_TIMEOUT_MS), `${escapeIdentifier(schema)}, public`],
    );
    await client.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [
      `heliograph migrate ${schema}`,
    ]);
    const { pending, newer } = planMigrations(migrations, await readApplied(client, schema));
    if (newer.length > 0) logger.warn({ schema, newer }, 'the schema is newer than this program');
    const [next, ...rest] = pending;
    if (next) {
      await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
      await client.query(next.sql).catch((error: unknown) => {
        throw new Error(`migration ${schema}/${next.name} failed: ${messageOf(error)}`, { cause: error });
      });
      await client.query(
        `INSERT INTO ${escapeIdentifier(schema)}.schema_migration (version, name, checksum) VALUES ($1, $2, $3)`,
        [next.version, next.name, next.checksum],
      );
    }
    await client.query('COMMIT');
    if (next) logger.info({ schema, migration: next.name }, 'migration applied');
    return rest.length > 0;
  } catch (error) {
    // The connection itself may have failed; then the server has already rolled back.
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** The applied migrations; creates the schema and table if missing. */
async function readApplied(client: ClientBase, schema: string): Promise<AppliedMigration[]> {
  const table = `${escapeIdentifier(schema)}.schema_migration`;
  const { rows: found } = await client.query<{ schema: string | null; migrations: string | null }>(
    `SELECT to_regnamespace($1)::text AS schema, to_regclass($2)::text AS migrations`,
    [escapeIdentifier(schema), table],
  );
  // CREATE SCHEMA IF NOT EXISTS requires the right to create schemas even if the schema exists.
  if (!found[0]?.schema) await client.query(`CREATE SCHEMA ${escapeIdentifier(schema)}`);
  if (!found[0]?.migrations) {
    await client.query(
      `CREATE TABLE ${table} (
         version integer PRIMARY KEY,
         name text NOT NULL,
         checksum text NOT NULL,
         applied_at timestamptz NOT NULL DEFAULT now()
       )`,
    );
  }
  const { rows } = await client.query<AppliedMigration>(
    `SELECT version, name, checksum FROM ${table} ORDER BY version`,
  );
  return rows;
}

async function withClient(
  options: MigrateOptions,
  work: (client: ClientBase) => Promise<void>,
): Promise<void> {
  const client = createClient({
    connectionString: options.connectionString,
    application_name: `migrate ${options.schema}`,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
  });
  client.on('error', (error) => options.logger.warn({ err: error }, 'the migration connection broke'));
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
