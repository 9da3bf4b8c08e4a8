/** A match that is not in a delivery yet. */
export interface WaitingMatch {
  signalId: string;
  /** Catalog version. */
  version: string;
  /** Time since the match was found. */
  ageMs: number;
}

/** Partitions are matched in parallel: for this long after a match, one published before it may still be found. */
const SETTLED_MS = 500;
/** How long a delivery's first match waits, so that there are at most two deliveries a second. */
const FIRST_WAIT_MS = 2 * SETTLED_MS;

/**
 * The matches for the next delivery: no earlier one can still be found.
 *
 * @param waiting in catalog order.
 * @returns the signals; if there are none yet, milliseconds until there are.
 */
export function settledMatches(waiting: readonly WaitingMatch[]): { signalIds: string[]; inMs: number } {
  const oldestMs = Math.max(...waiting.map(({ ageMs }) => ageMs));
  if (oldestMs < FIRST_WAIT_MS) return { signalIds: [], inMs: FIRST_WAIT_MS - oldestMs };
  const version = waiting.findLast(({ ageMs }) => ageMs >= SETTLED_MS)!.version;
  const end = waiting.findLastIndex((match) => match.version === version);
  return { signalIds: waiting.slice(0, end + 1).map(({ signalId }) => signalId), inMs: 0 };
}
