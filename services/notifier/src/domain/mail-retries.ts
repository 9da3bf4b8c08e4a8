import { backOffMs } from '@heliograph/runtime';

const PAUSES = { firstMs: 60_000, longestMs: 2 * 3_600_000 };
/** What an older email would say is counted or checked again, and said as of then. */
const MAXIMUM_AGE_MS = 24 * 3_600_000;
/** Of an email about what happened once: nothing says it again. */
const MAXIMUM_NOTICE_AGE_MS = 7 * MAXIMUM_AGE_MS;

/** How old an email may get. @param isNotice whether it is about what happened once. */
export const maximumAgeMs = (isNotice: boolean): number =>
  isNotice ? MAXIMUM_NOTICE_AGE_MS : MAXIMUM_AGE_MS;

/**
 * When to try an email again.
 *
 * @param failures from 1. @param endMs the last moment to send it. @param random from 0 to 1.
 * @returns epoch milliseconds; undefined to give up.
 */
export function nextMailAt(
  failures: number,
  endMs: number,
  nowMs: number,
  random: number,
): number | undefined {
  const at = nowMs + backOffMs(failures - 1, PAUSES, random);
  return at > endMs ? undefined : at;
}
