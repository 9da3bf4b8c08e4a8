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
