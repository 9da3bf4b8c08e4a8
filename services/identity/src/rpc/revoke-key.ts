import type { identity } from '@heliograph/proto';
import type { CallContext } from '@heliograph/runtime';
import type { Context } from '../context';
import { isId } from '../domain/text';
import { onDatabase } from '@heliograph/postgres';
import { actorOf, keyToResponse } from './convert';
import { noSuchKey } from './not-found';

/** Revokes a key for good. Revoking a revoked one changes nothing and succeeds. */
export async function revokeKey(
  context: Context,
  request: identity.RevokeKeyRequest,
  call: CallContext,
): Promise<identity.Key> {
  const { id } = request;
  const key = isId(id) ? await onDatabase(() => context.keys.revoke(id, actorOf(call))) : undefined;
  if (!key) throw noSuchKey();
  context.metrics.changed('key.revoke');
  return keyToResponse(key);
}
