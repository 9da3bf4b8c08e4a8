import { onDatabase } from '@heliograph/postgres';
import type { cli } from '@heliograph/proto';
import type { Context } from '../../context';
import { isId } from '../../domain/text';
import { noSuchAccount } from '../not-found';
import { cliSessionToResponse } from './convert';

export async function listCliSessions(
  context: Context,
  { accountId }: cli.ListCliSessionsRequest,
): Promise<cli.ListCliSessionsResponse> {
  if (!isId(accountId)) throw noSuchAccount();
  const sessions = await onDatabase(() => context.cliSessions.list(accountId));
  return { sessions: sessions.map(cliSessionToResponse) };
}
