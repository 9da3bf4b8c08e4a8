const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];

/** Pauses after the first, second, … failure in milliseconds; the last one repeats. */
const PAUSES_MS = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
];
const LONGEST_PAUSE_MS = Math.max(...PAUSES_MS);
/** The last attempt starts this long after the first one: no pause ends the retries early. */
export const RETRY_WINDOW_MS = 72 * HOUR;
/** An attempt that is later than this was held up by us: the notifier or its database was down. */
const LATE_MS = HOUR;
/** Jitter, so that receivers that failed together are not retried together. */
const JITTER = 0.2;

/**
 * When to retry a failed delivery.
 *
 * @param failures of this round, from 1.
 * @param beganAtMs when the round's first attempt started.
 * @param random from 0 to 1.
 * @param afterMs for how long the receiver asked to wait; counts up to the longest pause.
 * @returns epoch milliseconds; undefined to give up.
 */
export function nextAttemptAt(
  failures: number,
  beganAtMs: number,
  nowMs: number,
  random: number,
  afterMs = 0,
): number | undefined {
  const growingMs = PAUSES_MS[Math.min(failures, PAUSES_MS.length) - 1]!;
  const pauseMs = Math.max(growingMs, Math.min(afterMs, LONGEST_PAUSE_MS));
  const endMs = beganAtMs + RETRY_WINDOW_MS;
  return nowMs >= endMs ? undefined : Math.min(nowMs + pauseMs * (1 + JITTER * random), endMs);
}

/**
 * The header `Retry-After` (RFC 9110, section 10.2.3), seconds or an HTTP date, as milliseconds from now.
 *
 * @returns undefined without a valid one, and for a time that has passed.
 */
export function retryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * SECOND : dateOf(header) - nowMs;
  return ms > 0 ? ms : undefined;
}

/** NaN for what is no HTTP date. */
const dateOf = (text: string): number => (/ GMT$/.test(text) ? Date.parse(text) : NaN);

/** Whether the time until an attempt counts for nothing, since the receiver had no chance to answer in it. */
export function isTooLate(dueAt: Date, nowMs: number): boolean {
  return nowMs - dueAt.getTime() > LATE_MS;
}

/** Limits of the pauses while an account has no records. */
const RECORDS_PAUSES_MS = { first: 10 * SECOND, longest: 5 * MINUTE };

/**
 * When to ask again whether an account has records for a delivery: after about as long as it has waited, so that the
 * delivery's age alone decides, whichever process asked before.
 */
export const recordsPauseMs = (ageMs: number): number =>
  Math.min(Math.max(ageMs, RECORDS_PAUSES_MS.first), RECORDS_PAUSES_MS.longest);
