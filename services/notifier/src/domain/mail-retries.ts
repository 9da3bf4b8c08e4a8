import { backOffMs } from '@heliograph/runtime';

const PAUSES = { firstMs: 60_000, longestMs: 2 * 3_600_000 };
/** A digest older than this says nothing that the page does not say better. */
const RETRY_WINDOW_MS = 24 * 3_600_000;

/**
 * When to try an email again.
 *
 * @param failures from 1. @param createdAtMs of the email. @param random from 0 to 1.
 * @returns epoch milliseconds; undefined to give up.
 */
export function nextMailAt(
  failures: number,
  createdAtMs: number,
  nowMs: number,
  random: number,
): number | undefined {
  const at = nowMs + backOffMs(failures - 1, PAUSES, random);
  return at > createdAtMs + RETRY_WINDOW_MS ? undefined : at;
}
