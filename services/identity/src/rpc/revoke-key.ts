import type { identity } from '@heliograph/proto';
import { isUuid, type CallContext } from '@heliograph/runtime';
import type { Context } from '../context';
import { onDatabase } from '@heliograph/postgres';
import { actorOf, ownerFromRequest } from './convert/calls';
import { keyToResponse } from './convert/keys';
import { noSuchKey } from './not-found';

/** Revokes a key permanently. Revoking it again changes nothing and succeeds. */
export async function revokeKey(
  context: Context,
  request: identity.RevokeKeyRequest,
  call: CallContext,
): Promise<identity.Key> {
  const { id } = request;
  const owner = ownerFromRequest(request.accountId);
  const key =
    isUuid(id) && (owner === undefined || isUuid(owner))
      ? await onDatabase(() => context.keys.revoke(id, owner, actorOf(call, request.actor)))
      : undefined;
  if (!key) throw noSuchKey();
  context.metrics.changed('key.revoke');
  return keyToResponse(key);
}
