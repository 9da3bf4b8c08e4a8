import { onDatabase } from '@heliograph/postgres';
import type { cli } from '@heliograph/proto';
import { isUuid } from '@heliograph/runtime';
import type { Context } from '../../context';
import { keyIdsFromRequest } from '../key-ids';
import { noSuchSession } from '../not-found';

/**
 * The names of the listed keys of a session's account and of its logged-in devices, or of the keys asked for. Takes a
 * session, so that the gateway can list no other account's names, and nothing else about keys.
 */
export async function listCredentialNames(
  { cliSessions, keys }: Context,
  { sessionId, keyIds }: cli.ListCredentialNamesRequest,
): Promise<cli.ListCredentialNamesResponse> {
  const ids = keyIdsFromRequest(keyIds, 'key_ids');
  const found = isUuid(sessionId) ? await onDatabase(() => cliSessions.find(sessionId)) : undefined;
  if (!found) throw noSuchSession();
  const accountId = found.account.id;
  const [ofAccount, devices] = await Promise.all([
    onDatabase(() => (ids ? keys.find(accountId, ids) : keys.list(accountId))),
    ids ? [] : onDatabase(() => cliSessions.list({ accountId, userId: undefined })),
  ]);
  return {
    credentials: [
      ...ofAccount.map(({ id, name, hint }) => ({ id, name: name || hint })),
      ...devices.map(({ id, device }) => ({ id, name: device.name })),
    ],
  };
}
