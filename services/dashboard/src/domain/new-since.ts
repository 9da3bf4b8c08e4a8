import { CHANGES_DAYS } from '@heliograph/contract';

/** The feed holds so many days; an hour less, so that what is still there now is there for the pages that follow. */
const LONGEST_MS = CHANGES_DAYS * 86_400_000 - 3_600_000;

/**
 * Since when what matches a saved search is new to a person: the last visit, else when it was saved, and never longer ago than the
 * feed reaches.
 */
export function newSince(visitedAt: Date | undefined, createdAt: Date, nowMs: number): Date {
  return new Date(Math.max((visitedAt ?? createdAt).getTime(), nowMs - LONGEST_MS));
}
