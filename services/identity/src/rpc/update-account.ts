import { onDatabase } from '@heliograph/postgres';
import type { identity } from '@heliograph/proto';
import { isUuid, type CallContext } from '@heliograph/runtime';
import type { Context } from '../context';
import { accountChangesFromRequest, accountToResponse } from './convert/accounts';
import { actorOf } from './convert/calls';
import { noSuchAccount } from './not-found';

/** Changes an account's name, plan, role, or whether logs keep its queries. Unchanged values succeed. */
export async function updateAccount(
  context: Context,
  request: identity.UpdateAccountRequest,
  call: CallContext,
): Promise<identity.Account> {
  const { changes, reason } = accountChangesFromRequest(request);
  const { id } = request;
  const actor = actorOf(call, request.actor);
  // Without a user, the dashboard changes plans only for a subscription.
  const by = actor.caller === 'dashboard' && actor.accountId === undefined ? 'subscription' : 'command';
  const account = isUuid(id)
    ? await onDatabase(() => context.accounts.update(id, changes, reason, actor, by))
    : undefined;
  if (!account) throw noSuchAccount();
  context.metrics.changed('account.update');
  return accountToResponse(account);
}
