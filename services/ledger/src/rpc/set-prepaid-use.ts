import { onDatabase } from '@heliograph/postgres';
import type { ledger } from '@heliograph/proto';
import type { Context } from '../context';
import { accountFromRequest } from './convert';

/** Sets what else the prepaid balance pays for besides API keys; unset choices stay. Effective from the next charge. */
export async function setPrepaidUse(
  context: Context,
  request: ledger.SetPrepaidUseRequest,
): Promise<ledger.PrepaidUse> {
  const accountId = accountFromRequest(request);
  const { cli, web } = request;
  return onDatabase(() => context.plans.setPrepaidUse(accountId, { cli, web }));
}
