import type { identity } from '@heliograph/proto';
import type { Context } from '../context';
import { verdictOn } from '../domain/verdict';
import { onDatabase } from '@heliograph/postgres';
import { credentialFromRequest, verdictToResponse } from './convert/credentials';

/**
 * Checks a credential by the SHA-256 of its key or token. Every verdict is a response, and cacheable. Takes one round
 * trip, because every gateway calls it for every credential, every few seconds.
 */
export async function authenticate(
  context: Context,
  request: identity.AuthenticateRequest,
): Promise<identity.AuthenticateResponse> {
  const { hash, kind } = credentialFromRequest(request);
  const [store, uses] =
    kind === 'api_key' ? [context.keys, context.keyUses] : [context.cliSessions, context.cliUses];
  const credential = await onDatabase(() => store.findCredential(hash));
  const verdict = verdictOn(
    credential && {
      isRevoked: credential.is_revoked,
      isExpired: credential.is_expired,
      accountStatus: credential.status,
      role: credential.role,
      isRestricted: credential.is_restricted,
    },
  );
  if (credential && verdict === 'valid') uses.note(credential.credential_id, credential.read_at);
  context.metrics.checked(kind, verdict);
  return verdictToResponse(verdict, credential);
}
