import { CHANGES_DAYS } from '@heliograph/contract';

/** The feed holds this many days; an hour less, so that what is there now is still there for the next pages. */
const LONGEST_MS = CHANGES_DAYS * 86_400_000 - 3_600_000;

/**
 * Since when matches of a saved search are new to a user: the last visit, or else when it was saved, but no earlier
 * than the feed's start, and no later than now: the database's clock may be ahead, and the feed takes no later time.
 */
export function newSince(visitedAt: Date | undefined, createdAt: Date, nowMs: number): Date {
  return new Date(Math.min(Math.max((visitedAt ?? createdAt).getTime(), nowMs - LONGEST_MS), nowMs));
}
