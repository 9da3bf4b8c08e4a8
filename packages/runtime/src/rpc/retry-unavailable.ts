import { ServiceError } from '../errors/service-error';
import { backOffMs } from '../waiting/back-off';
import { CallCancelled } from './failure';
import { setTimeout as sleep } from 'node:timers/promises';

const PAUSES = { firstMs: 25, longestMs: 400 };
/** If less time than this is left, another attempt is not worth it. */
const MINIMUM_ATTEMPT_MS = 50;

/**
 * Retries while the peer is unavailable (it restarts, its stream broke) and time is left. For repeatable calls only:
 * reads, and charges with the same event id.
 *
 * @param attempt gets its timeout in whole milliseconds.
 * @param limits.totalMs for all attempts and pauses together.
 * @param limits.attemptMs for one attempt.
 * @param limits.isUnwanted whether the result is no longer awaited; checked before each retry.
 */
export async function retryUnavailable<Result>(
  attempt: (timeoutMs: number) => Promise<Result>,
  limits: { totalMs: number; attemptMs: number; isUnwanted?: () => boolean },
): Promise<Result> {
  const deadline = performance.now() + limits.totalMs;
  for (let failures = 0; ; failures += 1) {
    try {
      return await attempt(Math.max(1, Math.floor(Math.min(limits.attemptMs, deadline - performance.now()))));
    } catch (error) {
      const left = deadline - performance.now();
      const pauseMs = backOffMs(failures, PAUSES);
      if (!isUnavailable(error) || left < pauseMs + MINIMUM_ATTEMPT_MS || limits.isUnwanted?.()) throw error;
      await sleep(pauseMs);
    }
  }
}

/**
 * Whether a call failed because the peer was unreachable or did not respond, so that its outcome is unknown. False for
 * a call canceled here: it must not be repeated.
 */
export function isUnavailable(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'unavailable' && !(error instanceof CallCancelled);
}
