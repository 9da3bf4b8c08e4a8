import { UsageError } from '../failure';
import { parseInstant } from './calendar';

/**
 * Parses an instant that must be in the future.
 *
 * @returns the instant; a date alone means midnight UTC
 * @throws UsageError
 */
export function parseFutureInstant(text: string, option: string): Date {
  const instant = parseInstant(text);
  if (instant === undefined) {
    throw new UsageError(
      `${option} "${text}" is not an ISO 8601 instant, such as 2027-01-31T00:00:00Z or 2027-01-31`,
    );
  }
  if (instant <= Date.now())
    throw new UsageError(`${option} ${new Date(instant).toISOString()} must be in the future`);
  return new Date(instant);
}
