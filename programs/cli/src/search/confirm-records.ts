import { quantity } from '@heliograph/contract';
import { number } from '../account/funds';
import type { Context } from '../context';
import { CliError, EXIT_CODES, UsageError } from '../failure';
import { decideConsent, isShort, payableSignals, type SearchCost } from './decide-consent';

/**
 * Makes sure the user agrees to the cost, and learns of a shortage of records before the search starts.
 *
 * @returns how many signals may be fetched in total, `Infinity` for all; undefined if the user declines.
 * @throws CliError if no one can be asked and nothing was fetched.
 */
export async function confirmRecords(
  { terminal, settings, signal }: Context,
  cost: SearchCost,
): Promise<number | undefined> {
  const { maxRecords = Infinity } = cost;
  const payable = payableSignals(cost);
  const remedy = `Set how many may be used: --max-records ${payable}`;
  const { isInteractive } = terminal;
  switch (decideConsent(cost, { isInteractive, askAbove: settings.maxRecords })) {
    case 'fetch':
      return maxRecords;
    case 'warn':
      terminal.warn(`${shortageText(cost)}: only the first ${number(payable)} can be fetched.`);
      return maxRecords;
    case 'ask':
      return (await terminal.confirm(question(cost), signal)) ? payable : undefined;
    case 'insufficient_records':
      throw new CliError(`${shortageText(cost)}.`, {
        code: 'insufficient_records',
        exitCode: EXIT_CODES.payment,
        remedy,
      });
    case 'limit_required':
      throw new UsageError(`${matchText(cost)}; all of them would use ${recordsText(cost)}.`, remedy);
  }
}

function question(cost: SearchCost): string {
  if (isShort(cost)) return `${shortageText(cost)}. Fetch the first ${number(payableSignals(cost))}?`;
  const { left, fetched } = cost;
  const ofLeft = left === undefined ? '' : ` of the ${number(left + fetched)} that you have left`;
  return `${matchText(cost)}; all of them use ${recordsText(cost)}${ofLeft}. Fetch them?`;
}

function matchText({ matched, isContinued }: SearchCost): string {
  return `${isContinued ? 'Up to ' : ''}${quantity(matched, 'signal matches', 'signals match')}`;
}

function recordsText({ matched, isContinued }: SearchCost): string {
  return `${isContinued ? 'up to ' : ''}${quantity(matched, 'record')}`;
}

function shortageText(cost: SearchCost): string {
  return `${matchText(cost)}; you have ${quantity(cost.left ?? 0, 'record')} left`;
}
