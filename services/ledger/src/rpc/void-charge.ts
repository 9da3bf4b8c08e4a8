import { onDatabase } from '@heliograph/postgres';
import type { ledger } from '@heliograph/proto';
import { ServiceError } from '@heliograph/runtime';
import type { Context } from '../context';
import { checkVoid } from './convert-entries';

/**
 * Voids a charge whose client never got its response. Responds after the commit; repeated, it changes nothing.
 *
 * @throws ServiceError `invalid_parameter` also when the event id belongs to something else; `unavailable` when it is
 *   unknown whether the charge is void.
 */
export async function voidCharge(
  context: Context,
  request: ledger.VoidChargeRequest,
): Promise<ledger.VoidChargeResponse> {
  checkVoid(request);
  const { eventId, accountId, credentialId } = request;
  const outcome = await onDatabase(() => context.entries.void(eventId, accountId, credentialId));
  context.metrics.voided(outcome);
  if (outcome === 'reused') {
    throw new ServiceError('invalid_parameter', 'The event id belongs to something else.', {
      issues: [{ parameter: 'event_id', message: 'belongs to something else' }],
    });
  }
  if (outcome === 'voided') context.relay?.wake();
  return { wasCharged: outcome === 'voided' };
}
