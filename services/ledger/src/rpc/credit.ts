import { onDatabase } from '@heliograph/postgres';
import type { ledger } from '@heliograph/proto';
import { ServiceError } from '@heliograph/runtime';
import type { Context } from '../context';
import { checkCredit } from './convert';

/**
 * Tops up the prepaid balance.
 *
 * @throws ServiceError `invalid_parameter` also when the reference was credited with another amount before.
 */
export async function credit(
  context: Context,
  request: ledger.CreditRequest,
): Promise<ledger.CreditResponse> {
  checkCredit(request);
  const { outcome, balanceMicros, duplicate } = await onDatabase(() =>
    context.accounts.credit({
      accountId: request.accountId,
      micros: request.micros,
      reference: request.reference || undefined,
      reason: request.reason,
      unlessDuplicateWithinSeconds: request.unlessDuplicateWithinSeconds ?? 0,
    }),
  );
  if (outcome === 'mismatch') {
    throw new ServiceError('invalid_parameter', 'This reference was already credited with another amount.', {
      issues: [{ parameter: 'reference', message: 'was already credited with another amount' }],
    });
  }
  return {
    credited: outcome === 'credited',
    balanceMicros,
    duplicateReference: duplicate?.reference,
    duplicateAt: duplicate?.at,
  };
}
