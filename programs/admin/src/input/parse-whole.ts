import { UsageError } from '../failure';

/**
 * Parses a whole number within limits.
 *
 * @throws UsageError naming the option.
 */
export function parseWhole(text: string, option: string, minimum: number, maximum: number): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
  if (value >= minimum && value <= maximum) return value;
  throw new UsageError(`${option} "${text}" must be a whole number from ${minimum} to ${maximum}`);
}

/** What `list` commands print at most: pages are gathered in memory. */
const MAXIMUM_LISTED = 100_000;

/** @throws UsageError */
export function parseLimit(text: string): number {
  return parseWhole(text, '--limit', 1, MAXIMUM_LISTED);
}
