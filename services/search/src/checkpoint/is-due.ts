/** The share of signals that must have changed; reading fewer from the catalog takes less than a second. */
const DUE_SHARE = 1 / 20;
/** Older checkpoints are replaced if anything changed, long before the catalog forgets their version. */
const OLDEST_MS = 86_400_000;
/** Gives a process that has just loaded everything time to answer its first requests. */
const FIRST_AFTER_MS = 60_000;

/** The last checkpoint, and what happened since. */
interface CheckpointState {
  /** Since everything was loaded or the last attempt to write. */
  sinceMs: number;
  /** The checkpoint that the process started from or wrote last; undefined without one. */
  last: { ageMs: number } | undefined;
  /** Signals that changed since it. */
  changed: number;
  signals: number;
  hasChanges: boolean;
}

/** Whether a checkpoint should be written now. */
export function isDue(state: CheckpointState, intervalMs: number): boolean {
  const { sinceMs, last, changed, signals, hasChanges } = state;
  if (!last) return sinceMs >= Math.min(FIRST_AFTER_MS, intervalMs);
  if (!hasChanges || sinceMs < intervalMs) return false;
  return changed > signals * DUE_SHARE || last.ageMs >= OLDEST_MS;
}
