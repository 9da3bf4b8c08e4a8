import type { identity } from '@heliograph/proto';
import type { Context } from '../context';
import { judge } from '../domain/verdict';
import { onDatabase } from '@heliograph/postgres';
import { hashFromRequest, verdictToResponse } from './convert';

/** Judges a credential by the SHA-256 of its key. Whatever the verdict, it is an answer and can be cached. */
export async function authenticate(
  context: Context,
  request: identity.AuthenticateRequest,
): Promise<identity.AuthenticateResponse> {
  const hash = hashFromRequest(request);
  const credential = await onDatabase(() => context.keys.findCredential(hash));
  const verdict = judge(
    credential && {
      isRevoked: credential.is_revoked,
      isExpired: credential.is_expired,
      accountStatus: credential.status,
    },
  );
  if (credential && verdict === 'valid') context.uses.note(credential.key_id, credential.read_at);
  context.metrics.judged(verdict);
  return verdictToResponse(verdict, credential);
}
