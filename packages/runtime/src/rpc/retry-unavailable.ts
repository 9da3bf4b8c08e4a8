import { ServiceError } from '../errors/service-error';
import { backOffMs } from '../waiting/back-off';
import { CallCancelled } from './failure';
import { setTimeout as sleep } from 'node:timers/promises';

const PAUSES = { firstMs: 25, longestMs: 400 };
/** Less time than this is not worth another attempt. */
const MINIMUM_ATTEMPT_MS = 50;

/**
 * Calls again while the peer is unavailable (it restarts, its stream broke) and time is left. For repeatable calls
 * only: reads, and charges under one event id.
 *
 * @param attempt gets its timeout in whole milliseconds.
 * @param limits.totalMs of all attempts and pauses together.
 * @param limits.attemptMs of one attempt.
 * @param limits.isUnwanted whether no one waits for the result any more; checked before each further attempt.
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
 * Whether a call failed because the peer was unreachable or did not answer, so that its outcome is unknown. A call
 * canceled here is not: no one wants it repeated.
 */
export function isUnavailable(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'unavailable' && !(error instanceof CallCancelled);
}
