import { onDatabase } from '@heliograph/postgres';
import type { signIn } from '@heliograph/proto';
import type { Context } from '../../context';
import { isId } from '../../domain/text';
import { noSuchAccount } from '../not-found';
import { sessionToResponse } from './convert';

export async function listSessions(
  context: Context,
  { accountId }: signIn.ListSessionsRequest,
): Promise<signIn.ListSessionsResponse> {
  if (!isId(accountId)) throw noSuchAccount();
  const sessions = await onDatabase(() => context.webSessions.list(accountId));
  return { sessions: sessions.map(sessionToResponse) };
}
