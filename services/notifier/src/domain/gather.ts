/** A match that is in no delivery yet. */
export interface WaitingMatch {
  signalId: string;
  /** Of the catalog. */
  version: string;
  /** Since it was found. */
  ageMs: number;
}

/** So long after a match, one that was published before it may still be found: partitions are matched side by side. */
const SETTLED_MS = 500;
/** A delivery begins when its first match has waited so long, so that there are two a second at most. */
const GATHERED_MS = 2 * SETTLED_MS;

/**
 * Which matches make the next delivery: those that no earlier one can come before any more.
 *
 * @param waiting in the order of the catalog.
 * @returns the signals; without any, milliseconds until there are some.
 */
export function gather(waiting: readonly WaitingMatch[]): { signalIds: string[]; inMs: number } {
  const oldestMs = Math.max(...waiting.map(({ ageMs }) => ageMs));
  if (oldestMs < GATHERED_MS) return { signalIds: [], inMs: GATHERED_MS - oldestMs };
  const version = waiting.findLast(({ ageMs }) => ageMs >= SETTLED_MS)!.version;
  const end = waiting.findLastIndex((match) => match.version === version);
  return { signalIds: waiting.slice(0, end + 1).map(({ signalId }) => signalId), inMs: 0 };
}
