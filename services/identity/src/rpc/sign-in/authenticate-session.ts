import { onDatabase } from '@heliograph/postgres';
import type { signIn } from '@heliograph/proto';
import type { Context } from '../../context';
import { verdictOn } from '../../domain/verdict';
import { accountToResponse } from '../convert/accounts';
import { tokenHashFromRequest, VERDICT_NUMBERS } from '../convert/credentials';
import { memberRoleToResponse, userToResponse } from '../convert/members';
import { restrictionToResponse } from '../convert/operators';
import { sessionToResponse } from './convert';

/** Checks a browser's session on every request, so that changes to it or its account take effect immediately. */
export async function authenticateSession(
  context: Context,
  request: signIn.AuthenticateSessionRequest,
): Promise<signIn.AuthenticateSessionResponse> {
  const hash = tokenHashFromRequest(request);
  const [isAnywhere, isUnattended] = [request.knowsMembers === true, request.isUnattended === true];
  const found = await onDatabase(() => context.webSessions.authenticate(hash, { isAnywhere, isUnattended }));
  const verdict = verdictOn(
    found && {
      isRevoked: found.memberRole === undefined,
      isExpired: found.isExpired,
      accountStatus: found.account.status,
      role: found.account.role,
      isRestricted: found.restriction.active,
    },
  );
  context.metrics.sessionChecked(verdict);
  return {
    verdict: VERDICT_NUMBERS[verdict],
    session: found && sessionToResponse(found.session),
    account: found && accountToResponse(found.account),
    restriction: found && restrictionToResponse(found.restriction),
    user: found && userToResponse(found.user),
    memberRole: memberRoleToResponse(found?.memberRole),
  };
}
