import type { identity } from '@heliograph/proto';
import { ServiceError, uuidv7, type CallContext } from '@heliograph/runtime';
import type { Context } from '../context';
import { onDatabase } from '@heliograph/postgres';
import { accountToResponse, newAccountFromRequest } from './convert/accounts';
import { actorOf } from './convert/calls';

/** @throws ServiceError `invalid_parameter`, also when the address already has an account, ignoring case. */
export async function createAccount(
  context: Context,
  request: identity.CreateAccountRequest,
  call: CallContext,
): Promise<identity.Account> {
  const { email, plan } = newAccountFromRequest(request);
  const account = await onDatabase(() => context.accounts.create(uuidv7(), email, plan, actorOf(call)));
  if (!account) {
    throw new ServiceError('invalid_parameter', 'An account with this email address already exists.', {
      issues: [{ parameter: 'email', message: 'belongs to another account' }],
    });
  }
  context.metrics.changed('account.create');
  return accountToResponse(account);
}
