/**
 * A moment as JSON has it: ISO 8601 in UTC.
 *
 * @param milliseconds since the Unix epoch.
 */
export function momentOf(milliseconds: bigint): string {
  return new Date(Number(milliseconds)).toISOString();
}

/** @param milliseconds since the Unix epoch; 0 when it never was. */
export function momentOrNull(milliseconds: bigint): string | null {
  return milliseconds === 0n ? null : momentOf(milliseconds);
}

/** As {@link momentOrNull}, for documents that leave out what is not set. */
export function momentIfSet(milliseconds: bigint): string | undefined {
  return momentOrNull(milliseconds) ?? undefined;
}
