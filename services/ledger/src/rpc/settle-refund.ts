import { onDatabase } from '@heliograph/postgres';
import type { ledger } from '@heliograph/proto';
import { ServiceError } from '@heliograph/runtime';
import type { Context } from '../context';
import { checkRefund } from './convert-entries';

/**
 * Takes what is left of a payment that went back to the payer, or returns it; once per reference of the vendor.
 *
 * @throws ServiceError `not_found` when the account has no such payment; `invalid_parameter`; `unavailable`.
 */
export async function settleRefund(
  context: Context,
  request: ledger.SettleRefundRequest,
): Promise<ledger.SettleRefundResponse> {
  checkRefund(request);
  const { outcome, movedMicros, balanceMicros } = await onDatabase(() =>
    context.entries.settleRefund(request),
  );
  if (outcome === 'absent') throw new ServiceError('not_found', 'The account has no such payment.');
  return { settled: outcome === 'settled', movedMicros, balanceMicros };
}
