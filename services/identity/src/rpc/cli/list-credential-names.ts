import { onDatabase } from '@heliograph/postgres';
import type { cli } from '@heliograph/proto';
import type { Context } from '../../context';
import { isId } from '../../domain/text';
import { noSuchSession } from '../not-found';

/**
 * The names of all keys of a session's account, and of its devices that are logged in. By the session, so that the
 * gateway can list those of no other account, and nothing else about keys.
 */
export async function listCredentialNames(
  { cliSessions, keys }: Context,
  { sessionId }: cli.ListCredentialNamesRequest,
): Promise<cli.ListCredentialNamesResponse> {
  const found = isId(sessionId) ? await onDatabase(() => cliSessions.find(sessionId)) : undefined;
  if (!found) throw noSuchSession();
  const accountId = found.account.id;
  const [ofAccount, devices] = await Promise.all([
    onDatabase(() => keys.list(accountId)),
    onDatabase(() => cliSessions.list({ accountId, userId: undefined })),
  ]);
  return {
    credentials: [
      ...ofAccount.map(({ id, name, hint }) => ({ id, name: name || hint })),
      ...devices.map(({ id, device }) => ({ id, name: device.name })),
    ],
  };
}
