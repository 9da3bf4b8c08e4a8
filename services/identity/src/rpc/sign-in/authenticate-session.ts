import { onDatabase } from '@heliograph/postgres';
import type { signIn } from '@heliograph/proto';
import type { Context } from '../../context';
import { judge } from '../../domain/verdict';
import { accountToResponse, hashFromBytes, restrictionToResponse, VERDICT_NUMBERS } from '../convert';
import { sessionToResponse } from './convert';

/** Judges a browser's session at every request, so that what happens to it or its account holds at once. */
export async function authenticateSession(
  context: Context,
  request: signIn.AuthenticateSessionRequest,
): Promise<signIn.AuthenticateSessionResponse> {
  const hash = hashFromBytes(request.tokenHash, 'token_hash');
  const found = await onDatabase(() => context.webSessions.authenticate(hash));
  const verdict = judge(
    found && {
      isRevoked: false,
      isExpired: found.isExpired,
      accountStatus: found.account.status,
      role: found.account.role,
      isRestricted: found.restriction.active,
    },
  );
  context.metrics.sessionJudged(verdict);
  return {
    verdict: VERDICT_NUMBERS[verdict],
    session: found && sessionToResponse(found.session),
    account: found && accountToResponse(found.account),
    restriction: found && restrictionToResponse(found.restriction),
  };
}
