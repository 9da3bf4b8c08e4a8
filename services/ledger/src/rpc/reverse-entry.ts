import { onDatabase } from '@heliograph/postgres';
import type { ledger } from '@heliograph/proto';
import { ServiceError } from '@heliograph/runtime';
import type { Context } from '../context';
import type { ReversalOutcome } from '../domain/entry';
import { checkReversal, entryToResponse } from './convert-entries';

/**
 * Takes back a charge or a credit with a new entry. Repeated, it returns the existing reversal.
 *
 * @throws ServiceError `not_found`; `invalid_parameter` when the entry's kind cannot be reversed, or when the balance
 *   is less than the credit and the request does not accept what is left.
 */
export async function reverseEntry(
  context: Context,
  request: ledger.ReverseEntryRequest,
): Promise<ledger.Entry> {
  checkReversal(request);
  const outcome = await onDatabase(() =>
    context.entries.reverse(request.entryId, request.reason, request.asFarAsLeft ?? false),
  );
  return reversalOf(outcome);
}

function reversalOf(outcome: ReversalOutcome): ledger.Entry {
  switch (outcome.outcome) {
    case 'reversed':
    case 'repeated':
      return entryToResponse(outcome.reversal);
    case 'absent':
      throw new ServiceError('not_found', 'There is no such entry.');
    case 'irreversible':
      throw refused('Only charges and credits can be reversed.');
    case 'insufficient':
      throw refused(
        `The balance is ${outcome.balanceMicros} micro-dollars, less than this credit: part of it is already spent. Take what is left instead.`,
      );
  }
}

function refused(text: string): ServiceError {
  return new ServiceError('invalid_parameter', text, {
    issues: [{ parameter: 'entry_id', message: text }],
  });
}
