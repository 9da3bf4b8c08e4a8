import type { identity } from '@heliograph/proto';
import { isUuid, type CallContext } from '@heliograph/runtime';
import type { Context } from '../context';
import { onDatabase } from '@heliograph/postgres';
import { accountToResponse, statusFromRequest } from './convert/accounts';
import { actorOf } from './convert/calls';
import { noSuchAccount } from './not-found';

/** Enables, disables, or suspends an account; its keys follow immediately. Nothing else ever changes a status. */
export async function setAccountStatus(
  context: Context,
  request: identity.SetAccountStatusRequest,
  call: CallContext,
): Promise<identity.Account> {
  const { status, reason } = statusFromRequest(request);
  const { id } = request;
  const account = isUuid(id)
    ? await onDatabase(() => context.accounts.setStatus(id, status, reason, actorOf(call, request.actor)))
    : undefined;
  if (!account) throw noSuchAccount();
  context.metrics.changed('account.status');
  return accountToResponse(account);
}
