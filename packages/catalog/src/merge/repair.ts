import type { Logger } from '@heliograph/runtime';
import { Client, type ClientBase } from 'pg';
import { ensureLexemeIndex, isLexemeIndexMissing, orderSignalsByTime } from './lexeme-index';
import { defaultBitmapThresholds, refreshStatistics } from './statistics';
import { inWriteTransaction } from './transaction';

/** Up to this many signals the repair takes a few seconds, and a start waits for it. */
const repairedAtStart = 50_000;
/** Up to this many signals they are put in order of time, which locks searches out for about 10 us a signal. */
const orderedByRepair = 250_000;

const writersLock = `hashtextextended('heliograph catalog writers', 0)`;

/**
 * Tells other programs, for as long as the connection lasts, that a writer is at work: it builds what it left out when it finishes, and
 * when it is killed the database takes the lock back.
 */
export async function announceWriter(client: ClientBase): Promise<void> {
  await client.query(`SELECT pg_advisory_lock_shared(${writersLock})`);
}

export interface RepairOptions {
  /** Wait for the repair of large corpora too. */
  wait?: boolean;
}

/**
 * Builds what a first import that was killed left out: the index over lexemes and the statistics. Does nothing when nothing is missing or
 * while an import runs, whose end will see to it.
 *
 * Resolves when the corpus is whole again; unless `wait` is set, a large one goes on being repaired after that, with the outcome in the
 * log. Failing is logged, not thrown: searches are right without it.
 */
export async function repairCatalog(
  connectionString: string,
  logger: Logger,
  options: RepairOptions = {},
): Promise<void> {
  const client = new Client({ connectionString, application_name: 'heliograph-repair' });
  // The running query reports a lost connection; without a listener it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  let size: number | undefined;
  try {
    size = await unfinishedSize(client);
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  if (size === undefined) {
    await client.end();
    return;
  }
  const repairing = repair(client, size, logger)
    .catch((error: unknown) =>
      logger.warn({ err: error }, 'the catalog could not be repaired; searches are slow'),
    )
    .finally(() => client.end().catch(() => undefined));
  if (options.wait || size <= repairedAtStart) await repairing;
}

/** The number of signals, at most, of a corpus that lacks its index or statistics; undefined when it lacks nothing. */
async function unfinishedSize(client: ClientBase): Promise<number | undefined> {
  const { rows } = await client.query<{ size: number; unmeasured: boolean }>(
    `SELECT next_ordinal AS size, next_ordinal > 0 AND NOT EXISTS (SELECT FROM catalog.day) AND EXISTS (SELECT FROM catalog.signal WHERE NOT pending) AS unmeasured
     FROM catalog.state`,
  );
  const state = rows[0];
  if (!state) return undefined;
  return state.unmeasured || (await isLexemeIndexMissing(client)) ? state.size : undefined;
}

async function repair(client: ClientBase, size: number, logger: Logger): Promise<void> {
  logger.info({ signals: size }, 'an import was cut short: building the index and statistics it left out');
  const built = await unlessWriting(client, async () => {
    if (size <= orderedByRepair) await orderSignalsByTime(client);
    await ensureLexemeIndex(client);
  });
  const measured =
    built && (await unlessWriting(client, () => refreshStatistics(client, defaultBitmapThresholds)));
  if (!measured) {
    logger.info('an import is running; it will build the index and statistics');
    return;
  }
  await client.query('ANALYZE catalog.company, catalog.signal, catalog.signal_document');
  logger.info({ signals: size }, 'the index and statistics are built');
}

/** Runs work in a write transaction unless a writer is announced. One that comes meanwhile waits. */
async function unlessWriting(client: ClientBase, work: () => Promise<void>): Promise<boolean> {
  // The lock is tried before the state is locked: a writer holds them in that order too.
  const { rows } = await client.query<{ free: boolean }>(
    `SELECT pg_try_advisory_lock(${writersLock}) AS free`,
  );
  if (!rows[0]?.free) return false;
  try {
    await inWriteTransaction(client, async () => {
      await work();
      return { changed: false };
    });
  } finally {
    await client.query(`SELECT pg_advisory_unlock(${writersLock})`).catch(() => undefined);
  }
  return true;
}
