import { setTimeout as delay } from 'node:timers/promises';

/** On a busy machine, what usually takes a moment takes seconds, and starting a program takes longer. */
const DEFAULT_TIMEOUT_MS = 30_000;
const POLL_MS = 10;
/** What takes longer is asked for less often: each poll costs the services that it waits for CPU. */
const BRIEFLY_MS = 1_000;
const LATER_POLL_MS = 50;

/**
 * Waits until a condition returns something other than `undefined`, `null`, or `false`, and returns that. A condition
 * that throws counts as not met.
 *
 * @param options `description` says what it waits for; if a function, it is called after the timeout.
 * @throws after the timeout, with the condition's last error as the cause.
 */
export async function waitFor<T>(
  condition: () => T | Promise<T>,
  options: { timeoutMs?: number; pollMs?: number; description?: string | (() => string) } = {},
): Promise<Exclude<T, undefined | null | false>> {
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const started = performance.now();
  let cause: unknown;
  for (;;) {
    try {
      const value = await condition();
      if (value !== undefined && value !== null && value !== false) {
        return value as Exclude<T, undefined | null | false>;
      }
      cause = undefined;
    } catch (error) {
      cause = error;
    }
    const waitedMs = performance.now() - started;
    if (waitedMs >= timeoutMs) {
      const { description: what = 'the condition' } = options;
      throw new Error(`waited ${timeoutMs} ms for ${typeof what === 'string' ? what : what()}`, { cause });
    }
    await delay(options.pollMs ?? (waitedMs < BRIEFLY_MS ? POLL_MS : LATER_POLL_MS));
  }
}
