import { UsageError } from '../failure';

/**
 * Parses a UTC month into the services' format.
 *
 * @param text `YYYY-MM`; undefined for the current month.
 * @throws UsageError
 */
export function parseMonth(text: string | undefined): string {
  if (text === undefined) return '';
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return text;
  throw new UsageError(`--month "${text}" must be written YYYY-MM`);
}
