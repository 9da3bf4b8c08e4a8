/**
 * A moment as JSON has it: ISO 8601 in UTC.
 *
 * @param moment of a field that its service always sets, though protobuf cannot say so.
 * @throws Error when it is absent all the same.
 */
export function momentOf(moment: Date | undefined): string {
  if (!moment) throw new Error('a service answered without a time that it always sends');
  return moment.toISOString();
}

export function momentOrNull(moment: Date | undefined): string | null {
  return moment?.toISOString() ?? null;
}

/** As {@link momentOrNull}, for documents that leave out what is not set. */
export function momentIfSet(moment: Date | undefined): string | undefined {
  return moment?.toISOString();
}
