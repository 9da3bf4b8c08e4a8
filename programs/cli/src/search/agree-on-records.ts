import { number } from '../account/funds';
import type { Context } from '../context';
import { CliError, EXIT_CODES, UsageError } from '../failure';

/** What a search over all pages comes to. */
interface Expected {
  /** Signals that match. */
  matched: number;
  /** Signals that were fetched already, as the first page in semantic mode. */
  fetched: number;
  /** Records that the credential can still pay for, when the API has said so. */
  left: number | undefined;
  /** What the user allows by a flag. */
  maxRecords: number | undefined;
}

/**
 * Makes sure that no one pays for more than they know of, and that a search which the records do not suffice for says so before it
 * begins.
 *
 * @returns how many signals may be fetched in all, `Infinity` for as many as there are; undefined when the user says no.
 * @throws CliError when no one can be asked and nothing was fetched.
 */
export async function agreeOnRecords(context: Context, expected: Expected): Promise<number | undefined> {
  const { terminal, settings, signal } = context;
  const { matched, fetched, left, maxRecords } = expected;
  const needed = Math.min(matched, maxRecords ?? Infinity) - fetched;
  const isShort = left !== undefined && left < needed;
  // Without any record the first page is refused, with what can be done about it.
  if (left === 0 && fetched === 0) return maxRecords ?? Infinity;
  const payable = fetched + (isShort ? left : needed);
  const match = `${number(matched)} signals match`;
  const shortage = `${match}; you have ${number(left ?? 0)} records left`;
  if (maxRecords !== undefined || (fetched > 0 && !terminal.isInteractive)) {
    if (isShort) terminal.warn(`${shortage}: only the first ${number(payable)} can be fetched.`);
    return maxRecords ?? Infinity;
  }
  if (!isShort && matched <= settings.maxRecords) return Infinity;
  const remedy = `Say how many may be used: --max-records ${payable}`;
  if (!terminal.isInteractive && isShort)
    throw new CliError(`${shortage}.`, {
      code: 'insufficient_records',
      exitCode: EXIT_CODES.payment,
      remedy,
    });
  if (!terminal.isInteractive)
    throw new UsageError(`${match}; all of them would use ${number(matched)} records.`, remedy);
  const question = isShort
    ? `${shortage}. Fetch the first ${number(payable)}?`
    : `${match}; all of them use ${number(matched)} records${left === undefined ? '' : ` of the ${number(left + fetched)} that you have left`}. Fetch them?`;
  return (await terminal.confirm(question, signal)) ? payable : undefined;
}
