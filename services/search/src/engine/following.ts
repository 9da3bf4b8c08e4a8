import { ServiceError } from '@heliograph/runtime';
import { setTimeout as delay } from 'node:timers/promises';

/** Failures to follow the catalog are logged at most this often. */
export const LOG_INTERVAL_MS = 10_000;
const START_TIMEOUT_MS = 10_000;
const START_POLL_MS = 10;
/** A process this far behind the catalog is taken out of service until it has caught up. */
const LONGEST_LAG_MS = 15_000;

export const notReady = (message: string) =>
  new ServiceError('unavailable', message, { retryAfterSeconds: 1 });

/** Resolves when a process that starts can answer, or after a while regardless. */
export async function untilReady(mayAnswer: () => boolean): Promise<void> {
  const end = performance.now() + START_TIMEOUT_MS;
  while (!mayAnswer() && performance.now() < end) await delay(START_POLL_MS);
}

/** @throws ServiceError `unavailable` if this process may have been left behind. */
export function requireAnswering(mayAnswer: boolean): void {
  if (!mayAnswer) throw notReady('The service is temporarily unavailable. Try again shortly.');
}

/** @throws ServiceError `unavailable` if answers are too far behind the catalog. */
export function requireRecent(lagMs: number): void {
  if (lagMs > LONGEST_LAG_MS) throw notReady('The search index is behind.');
}
