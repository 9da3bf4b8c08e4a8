import { onDatabase } from '@heliograph/postgres';
import type { identity } from '@heliograph/proto';
import { isUuid } from '@heliograph/runtime';
import type { Context } from '../context';
import { listAuditUsers as findUsers } from '../storage/audit';
import { userToResponse } from './convert/members';
import { noSuchAccount } from './not-found';

/** Users whose changes an account's log may hold. */
export async function listAuditUsers(
  context: Context,
  { accountId }: identity.ListAuditUsersRequest,
): Promise<identity.ListAuditUsersResponse> {
  if (!isUuid(accountId)) throw noSuchAccount();
  const users = await onDatabase(() => findUsers(context.pool, accountId));
  return { users: users.map(userToResponse) };
}
