import { CHANGES_DAYS } from '@heliograph/contract';

/**
 * How many days back a position may lie: `since` reaches back {@link CHANGES_DAYS}, its cursor is valid for as long
 * again, and a page requested in time has a day to be read. Only a feed that cannot catch up in that time falls too far
 * behind.
 */
export const POSITION_VALID_DAYS = 2 * CHANGES_DAYS + 1;

/**
 * How many days changes are kept: one more, because checking a position and reading what follows are two statements.
 * Positions before anything removed between them were refused long ago.
 */
export const CHANGES_RETENTION_DAYS = POSITION_VALID_DAYS + 1;
