/**
 * A moment as JSON: ISO 8601 in UTC.
 *
 * @param moment a field its service always sets, though protobuf cannot express that.
 * @throws Error if it is absent.
 */
export function momentOf(moment: Date | undefined): string {
  if (!moment) throw new Error('a service answered without a required time');
  return moment.toISOString();
}

export function momentOrNull(moment: Date | undefined): string | null {
  return moment?.toISOString() ?? null;
}

/** Like {@link momentOrNull}, for documents that omit absent values. */
export function momentIfSet(moment: Date | undefined): string | undefined {
  return moment?.toISOString();
}
