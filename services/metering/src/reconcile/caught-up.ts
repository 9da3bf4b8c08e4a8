import { setTimeout as delay } from 'node:timers/promises';

/** Reports the progress of events. */
export interface ProgressSources {
  /** Committed but unpublished events, and the age of the oldest in milliseconds; undefined without one. */
  outbox(): Promise<{ pending: bigint; oldestAgeMs?: bigint | undefined }>;
  /** Published but uncounted events. */
  lag(): Promise<number>;
  /** Aborts the wait, which then rejects. */
  signal?: AbortSignal;
}

const POLL_MS = 50;

/**
 * Waits until every event committed before the call is in the totals, for at most `waitMs`. Later events need not be:
 * under load the outbox is never empty. Sources that fail are asked again.
 *
 * @returns whether all of them are counted.
 * @throws the last error of the ledger or the event log, if one of them still fails at the end.
 */
export async function untilCaughtUp(sources: ProgressSources, waitMs: number): Promise<boolean> {
  const startedAt = performance.now();
  const elapsedMs = () => performance.now() - startedAt;
  let isPublished = false;
  const look = async () => {
    if (!isPublished) {
      // Measured before the call, so that an event of the same moment counts as older.
      const elapsed = elapsedMs();
      const { pending, oldestAgeMs } = await sources.outbox();
      isPublished = pending === 0n || Number(oldestAgeMs ?? 0n) < elapsed;
    }
    return isPublished && (await sources.lag()) === 0;
  };
  for (;;) {
    const isLast = elapsedMs() + POLL_MS > waitMs;
    try {
      if (await look()) return true;
    } catch (error) {
      if (isLast) throw error;
    }
    if (isLast) return false;
    await delay(POLL_MS, undefined, { signal: sources.signal });
  }
}
