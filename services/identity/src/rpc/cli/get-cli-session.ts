import { onDatabase } from '@heliograph/postgres';
import type { cli } from '@heliograph/proto';
import { isUuid } from '@heliograph/runtime';
import type { Context } from '../../context';
import { accountToResponse } from '../convert/accounts';
import { userToResponse } from '../convert/members';
import { noSuchSession } from '../not-found';
import { cliSessionToResponse } from './convert';

/** The session of an authenticated credential, with its account and user. */
export async function getCliSession(
  context: Context,
  { sessionId }: cli.GetCliSessionRequest,
): Promise<cli.GetCliSessionResponse> {
  const found = isUuid(sessionId) ? await onDatabase(() => context.cliSessions.find(sessionId)) : undefined;
  if (!found) throw noSuchSession();
  return {
    session: cliSessionToResponse(found.session),
    account: accountToResponse(found.account),
    user: userToResponse(found.user),
  };
}
