import { monthIssue } from '@heliograph/contract';
import { UsageError } from '../failure';

/**
 * Parses a UTC month into the services' format.
 *
 * @param text `YYYY-MM`; undefined for the current month.
 * @throws UsageError
 */
export function parseMonth(text: string | undefined): string {
  if (text === undefined) return '';
  const issue = monthIssue(text, Date.now());
  if (issue === undefined) return text;
  throw new UsageError(`--month "${text}" ${issue}`);
}
