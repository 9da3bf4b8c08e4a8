/**
 * A timestamp as JSON: ISO 8601 in UTC.
 *
 * @param timestamp a field its service always sets, though protobuf cannot express that.
 * @throws Error if it is absent.
 */
export function timestampOf(timestamp: Date | undefined): string {
  if (!timestamp) throw new Error('a service answered without a required time');
  return timestamp.toISOString();
}

export function timestampOrNull(timestamp: Date | undefined): string | null {
  return timestamp?.toISOString() ?? null;
}

/** Like {@link timestampOrNull}, for documents that omit absent values. */
export function timestampIfSet(timestamp: Date | undefined): string | undefined {
  return timestamp?.toISOString();
}
