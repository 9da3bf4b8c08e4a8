import { CHANGES_DAYS } from '@heliograph/contract';

/**
 * How far back a place may lie. `since` reaches back so many days, its cursor is valid for as many more, and a page
 * requested in time has a day to be read. Only a feed whose pages never catch up in that time gets behind.
 */
export const PLACE_DAYS = 2 * CHANGES_DAYS + 1;

/**
 * How long changes are kept. A day longer: checking a place and reading what follows are two statements, and what is
 * removed between them lies behind places that were refused long before.
 */
export const CHANGES_KEPT_DAYS = PLACE_DAYS + 1;
