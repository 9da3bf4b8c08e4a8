import { CHANGES_DAYS } from '@heliograph/contract';
import { DAY_MS } from './days';

/**
 * As many days as the feed goes back, less an hour, so that results still in the feed now are there for the next pages.
 */
const LONGEST_MS = CHANGES_DAYS * DAY_MS - 3_600_000;

/**
 * The time from which matches of a saved search are new to a user: the last visit, or else when it was saved; but no
 * earlier than the feed's start and no later than now, since the database's clock may be ahead and the feed rejects
 * future times.
 */
export function newSince(visitedAt: Date | undefined, createdAt: Date, nowMs: number): Date {
  return new Date(Math.min(Math.max((visitedAt ?? createdAt).getTime(), nowMs - LONGEST_MS), nowMs));
}
