import { inTransaction, onDatabase } from '@heliograph/postgres';
import type { identity } from '@heliograph/proto';
import { isUuid, type CallContext } from '@heliograph/runtime';
import type { Context } from '../context';
import { writeAudit, writeEdit } from '../storage/audit';
import { actorOf } from './convert/calls';
import { noSuchAccount } from './not-found';

/**
 * Logs how an account sets its automatic top-ups. A repetition is logged again.
 *
 * @throws ServiceError `not_found` for an unknown account; `rate_limited` when turned on after too many changes by the
 *   user in a day.
 */
export async function recordAutoTopUp(
  { pool }: Context,
  request: identity.RecordAutoTopUpRequest,
  call: CallContext,
): Promise<identity.RecordAutoTopUpResponse> {
  const { accountId, isOn, belowMicros, amountMicros, monthlyCapMicros } = request;
  if (!isUuid(accountId)) throw noSuchAccount();
  const detail = {
    isOn,
    belowMicros: String(belowMicros),
    amountMicros: String(amountMicros),
    monthlyCapMicros: String(monthlyCapMicros),
  };
  const change = { action: 'auto_top_up.set', accountId, detail } as const;
  await onDatabase(() =>
    inTransaction(pool, (client) =>
      (isOn ? writeEdit : writeAudit)(client, actorOf(call, request.actor), change),
    ),
  );
  return {};
}
