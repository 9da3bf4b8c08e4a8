import { setTimeout as delay } from 'node:timers/promises';
import type { ClientBase, Pool } from 'pg';
import { READER_LEASE_MS } from './reader-lease';

const POLL_MS = 50;
const TIMEOUT_MS = 30_000;

/** A process that answers from memory and does not have the version yet. */
export interface LaggingReader {
  id: string;
  appliedVersion: number;
}

export interface WaitOptions {
  /** Default 30 s. */
  timeoutMs?: number;
  /** Aborting counts as running out of time. */
  signal?: AbortSignal;
  /** Called when the set of readers waited for changes. */
  onProgress?: (readers: readonly LaggingReader[]) => void;
}

/** The catalog's version: everything committed so far has this version or a lower one. */
export async function catalogVersion(database: ClientBase | Pool): Promise<number> {
  const { rows } = await database.query<{ version: string }>('SELECT version FROM catalog.state');
  return Number(rows[0]!.version);
}

/**
 * Waits until every process that answers from memory has a version, or stops answering (see {@link READER_LEASE_MS}).
 * Call it after committing the version.
 *
 * @returns the readers that lack it when time runs out; empty if all have it.
 */
export async function waitForReaders(
  database: ClientBase | Pool,
  version: number,
  { timeoutMs = TIMEOUT_MS, signal, onProgress }: WaitOptions = {},
): Promise<readonly LaggingReader[]> {
  const end = performance.now() + timeoutMs;
  let told = '';
  for (;;) {
    const { rows } = await database.query<{ id: string; applied_version: string }>(
      `SELECT id, applied_version FROM catalog.reader
       WHERE applied_version < $1 AND seen_at > clock_timestamp() - $2 * interval '1 ms' ORDER BY id`,
      [version, READER_LEASE_MS],
    );
    const readers = rows.map((row) => ({ id: row.id, appliedVersion: Number(row.applied_version) }));
    if (readers.length === 0 || performance.now() >= end || signal?.aborted) return readers;
    const ids = readers.map(({ id }) => id).join();
    if (ids !== told) onProgress?.(readers);
    told = ids;
    await delay(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}
