/** A match that is in no delivery yet. */
export interface WaitingMatch {
  signalId: string;
  /** Of the catalog. */
  version: string;
  /** Since it was found. */
  ageMs: number;
}

/** Partitions are matched in parallel: for this long after a match, one that was published before it may be found. */
const SETTLED_MS = 500;
/** How long the first match of a delivery waits, so that there are at most two deliveries a second. */
const FIRST_WAIT_MS = 2 * SETTLED_MS;

/**
 * The matches that make the next delivery: no earlier one can still be found.
 *
 * @param waiting in the order of the catalog.
 * @returns the signals; if there are none yet, milliseconds until there are.
 */
export function settledMatches(waiting: readonly WaitingMatch[]): { signalIds: string[]; inMs: number } {
  const oldestMs = Math.max(...waiting.map(({ ageMs }) => ageMs));
  if (oldestMs < FIRST_WAIT_MS) return { signalIds: [], inMs: FIRST_WAIT_MS - oldestMs };
  const version = waiting.findLast(({ ageMs }) => ageMs >= SETTLED_MS)!.version;
  const end = waiting.findLastIndex((match) => match.version === version);
  return { signalIds: waiting.slice(0, end + 1).map(({ signalId }) => signalId), inMs: 0 };
}
