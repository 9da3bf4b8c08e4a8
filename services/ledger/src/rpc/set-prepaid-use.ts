import type { ledger } from '@heliograph/proto';
import type { Context } from '../context';
import { toCallerError } from '../storage/database-failure';
import { checkAccountId } from './convert-plan';

/** Sets what else the prepaid balance pays for besides API keys; unset choices stay. Effective from the next charge. */
export async function setPrepaidUse(
  context: Context,
  request: ledger.SetPrepaidUseRequest,
): Promise<ledger.PrepaidUse> {
  checkAccountId(request);
  const { accountId, cli, web } = request;
  try {
    return await context.plans.setPrepaidUse(accountId, { cli, web });
  } catch (error) {
    throw toCallerError(error);
  }
}
