import { ServiceError } from '../errors/service-error';
import { CallCancelled } from './failure';
import { setTimeout as sleep } from 'node:timers/promises';

const FIRST_PAUSE_MS = 25;
const MAXIMUM_PAUSE_MS = 400;
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
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, MAXIMUM_PAUSE_MS)) {
    try {
      return await attempt(Math.max(1, Math.floor(Math.min(limits.attemptMs, deadline - performance.now()))));
    } catch (error) {
      const left = deadline - performance.now();
      if (!isUnavailable(error) || left < pause + MINIMUM_ATTEMPT_MS || limits.isUnwanted?.()) throw error;
      // Callers of one broken stream must not all come back at the same moment.
      await sleep(pause / 2 + (Math.random() * pause) / 2);
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
