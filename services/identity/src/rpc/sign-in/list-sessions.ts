import { onDatabase } from '@heliograph/postgres';
import type { signIn } from '@heliograph/proto';
import type { Context } from '../../context';
import { sessionOwnerFromRequest } from '../convert/calls';
import { noSuchAccount } from '../not-found';
import { sessionToResponse } from './convert';

export async function listSessions(
  context: Context,
  request: signIn.ListSessionsRequest,
): Promise<signIn.ListSessionsResponse> {
  const owner = sessionOwnerFromRequest(request);
  if (!owner) throw noSuchAccount();
  const sessions = await onDatabase(() => context.webSessions.list(owner));
  return { sessions: sessions.map(sessionToResponse) };
}
