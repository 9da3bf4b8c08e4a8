/**
 * How long to wait before the next attempt: a random time up to twice the previous bound, so that clients that failed
 * together do not retry together ("full jitter").
 *
 * @param attempt the one that failed, from 1.
 * @param random at least 0, below 1.
 * @returns milliseconds
 */
export function fullJitter(
  attempt: number,
  random: number,
  limits: { firstMs: number; longestMs: number },
): number {
  return random * Math.min(limits.longestMs, limits.firstMs * 2 ** (attempt - 1));
}

/**
 * The wait that `Retry-After` asks for (RFC 9110, section 10.2.3: seconds, or a date).
 *
 * @returns milliseconds; undefined when the field is absent or invalid.
 */
export function retryAfterMs(field: string | null | undefined, nowMs: number): number | undefined {
  if (!field) return undefined;
  if (/^\d+(\.\d+)?$/.test(field)) return Number(field) * 1_000;
  const atMs = Date.parse(field);
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs);
}
