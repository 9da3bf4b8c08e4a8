import { onDatabase } from '@heliograph/postgres';
import type { cli } from '@heliograph/proto';
import type { Context } from '../../context';
import { sessionOwnerFromRequest } from '../convert/calls';
import { noSuchAccount } from '../not-found';
import { cliSessionToResponse } from './convert';

export async function listCliSessions(
  context: Context,
  request: cli.ListCliSessionsRequest,
): Promise<cli.ListCliSessionsResponse> {
  const owner = sessionOwnerFromRequest(request);
  if (!owner) throw noSuchAccount();
  const sessions = await onDatabase(() => context.cliSessions.list(owner));
  return { sessions: sessions.map(cliSessionToResponse) };
}
