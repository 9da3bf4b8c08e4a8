import { quantity } from '@heliograph/contract';
import { number } from '../account/funds';
import type { Context } from '../context';
import { CliError, EXIT_CODES, UsageError } from '../failure';

/** The cost of a search over all pages. */
interface Expected {
  /** Signals that match. */
  matched: number;
  /** Signals already fetched, such as the first page of a semantic search. */
  fetched: number;
  /** Whether an earlier run fetched an unknown number of them, so this one may need fewer records. */
  isContinued?: boolean;
  /** Records the credential can still pay for, if known. */
  left: number | undefined;
  /** The user's limit, from a flag. */
  maxRecords: number | undefined;
}

/**
 * Makes sure the user agrees to the cost, and learns of a shortage of records before the search starts.
 *
 * @returns how many signals may be fetched in total, `Infinity` for all; undefined if the user declines.
 * @throws CliError if no one can be asked and nothing was fetched.
 */
export async function confirmRecords(context: Context, expected: Expected): Promise<number | undefined> {
  const { terminal, settings, signal } = context;
  const { matched, fetched, isContinued = false, left, maxRecords } = expected;
  const needed = Math.min(matched, maxRecords ?? Infinity) - fetched;
  const isShort = !isContinued && left !== undefined && left < needed;
  // With no records left, let the API reject the first page: its error has better advice.
  if (left === 0 && fetched === 0) return maxRecords ?? Infinity;
  const payable = fetched + (isShort ? left : needed);
  const match = `${isContinued ? 'Up to ' : ''}${quantity(matched, 'signal matches', 'signals match')}`;
  const uses = `${isContinued ? 'up to ' : ''}${quantity(matched, 'record')}`;
  const shortage = `${match}; you have ${quantity(left ?? 0, 'record')} left`;
  if (maxRecords !== undefined || (fetched > 0 && !terminal.isInteractive)) {
    if (isShort) terminal.warn(`${shortage}: only the first ${number(payable)} can be fetched.`);
    return maxRecords ?? Infinity;
  }
  if (!isShort && matched <= settings.maxRecords) return Infinity;
  const remedy = `Set how many may be used: --max-records ${payable}`;
  if (!terminal.isInteractive && isShort)
    throw new CliError(`${shortage}.`, {
      code: 'insufficient_records',
      exitCode: EXIT_CODES.payment,
      remedy,
    });
  if (!terminal.isInteractive) throw new UsageError(`${match}; all of them would use ${uses}.`, remedy);
  const question = isShort
    ? `${shortage}. Fetch the first ${number(payable)}?`
    : `${match}; all of them use ${uses}${left === undefined ? '' : ` of the ${number(left + fetched)} that you have left`}. Fetch them?`;
  return (await terminal.confirm(question, signal)) ? payable : undefined;
}
