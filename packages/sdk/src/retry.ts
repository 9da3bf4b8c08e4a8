import { wholeNumber } from './meta.ts';

/** Maximum of the first random pause. */
const FIRST_PAUSE_MS = 250;
/** Maximum of any random pause. */
const LONGEST_PAUSE_MS = 8_000;
/** The longest delay setTimeout accepts. */
const LONGEST_TIMER_MS = 2_147_483_647;

/**
 * Milliseconds before the next attempt: exponential backoff with full jitter, so that clients do not retry in lockstep,
 * on top of Retry-After.
 *
 * @param attempts how many times the request has been sent.
 */
export function pauseBeforeRetry(
  attempts: number,
  retryAfterSeconds: number | undefined,
  random: () => number = Math.random,
): number {
  const bound = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempts - 1));
  return (retryAfterSeconds ?? 0) * 1000 + Math.floor(random() * bound);
}

/** Retry-After as seconds from now (RFC 9110, section 10.2.3: seconds or a date). */
export function retryAfterSeconds(headers: Headers, nowMs: number): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const seconds = wholeNumber(value);
  if (seconds !== undefined) return seconds;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - nowMs) / 1000));
}

/** Sleeps, or rejects with the signal's reason as soon as it is aborted. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(
      () => {
        signal.removeEventListener('abort', stop);
        resolve();
      },
      Math.min(ms, LONGEST_TIMER_MS),
    );
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

/** A signal that aborts with `reason` after the timeout, or with `outer`'s reason when `outer` aborts. */
export function deadlineSignal(
  timeoutMs: number,
  outer: AbortSignal | undefined,
  reason: () => unknown,
): { signal: AbortSignal; clear: () => void } {
  const controller = new AbortController();
  const follow = () => controller.abort(outer?.reason);
  if (outer?.aborted) follow();
  else outer?.addEventListener('abort', follow, { once: true });
  const timer = Number.isFinite(timeoutMs)
    ? setTimeout(() => controller.abort(reason()), Math.min(timeoutMs, LONGEST_TIMER_MS))
    : undefined;
  return {
    signal: controller.signal,
    clear: () => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', follow);
    },
  };
}
