import type { MemberRole } from '@heliograph/contract';
import { UNATTENDED_HEADER } from '@heliograph/dashboard-api';
import { identity, type signIn } from '@heliograph/proto';
import { retryUnavailable, ServiceError, type ErrorCode } from '@heliograph/runtime';
import { createHash } from 'node:crypto';
import type { DashboardContext } from '../context';
import { memberRoleName } from '../domain/member-role';
import type { Exchange } from '../http/exchange';
import { sessionSecretOf } from './cookies';
import { checkRejections, recordValidSession, recordRejection } from './rejections';

const AUTHENTICATE_TIMEOUT_MS = 2_000;

/** The signed-in caller. */
export interface SignedIn {
  /** The account the session works in; its operator role is the user's. */
  account: identity.Account;
  user: identity.User;
  /** The user's role in the account. */
  memberRole: MemberRole;
  session: signIn.Session;
  /** The session's secret; it never leaves this process. */
  secret: string;
  /** The operators' message while access is restricted. */
  restriction: string | undefined;
  /** Whether the restriction locks out this account. */
  isLockedOut: boolean;
}

const REFUSALS: Readonly<Partial<Record<identity.Verdict, readonly [ErrorCode, string]>>> = {
  [identity.Verdict.EXPIRED]: ['expired_credentials', 'Your session has expired. Sign in again.'],
  [identity.Verdict.REVOKED]: ['revoked_credentials', 'Your session was ended. Sign in again.'],
  [identity.Verdict.ACCOUNT_DISABLED]: ['account_disabled', 'This account is disabled.'],
  [identity.Verdict.ACCOUNT_SUSPENDED]: ['account_suspended', 'This account is suspended.'],
};
const UNKNOWN = ['invalid_credentials', 'Your session has ended. Sign in again.'] as const;
const NO_MESSAGE = 'Access is temporarily restricted.';

/** SHA-256, the form in which identity stores a session's secret. */
export function hashOfSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/**
 * Authenticates the caller with identity, by the session cookie alone, on every request: a suspension or a sign-out
 * elsewhere takes effect immediately.
 *
 * @throws ServiceError with the reason, 401 or 403; `rate_limited` once an address has sent too many rejected sessions.
 *   A restriction does not throw: see `isLockedOut`.
 */
export async function authenticateSession(context: DashboardContext, exchange: Exchange): Promise<SignedIn> {
  const secret = sessionSecretOf(exchange);
  if (secret === undefined) {
    const key =
      exchange.header('authorization') === undefined ? '' : ' API keys and tokens are for the data API.';
    throw refusal(context, exchange, 'missing_credentials', `Sign in first.${key}`);
  }
  const tokenHash = hashOfSecret(secret);
  checkRejections(context, exchange, tokenHash);
  const isUnattended = exchange.header(UNATTENDED_HEADER.toLowerCase()) === 'true';
  const request = { tokenHash, knowsMembers: true, isUnattended };
  const { verdict, session, account, restriction, ...found } = await retryUnavailable(
    (timeoutMs) => context.clients.signIn.authenticateSession(request, exchange.call(timeoutMs)),
    { totalMs: AUTHENTICATE_TIMEOUT_MS, attemptMs: AUTHENTICATE_TIMEOUT_MS },
  );
  const isLockedOut = verdict === identity.Verdict.ACCESS_RESTRICTED;
  if ((verdict !== identity.Verdict.VALID && !isLockedOut) || !session || !account) {
    const [code, text] = REFUSALS[verdict] ?? UNKNOWN;
    recordRejection(context, exchange, tokenHash);
    throw refusal(context, exchange, code, text);
  }
  recordValidSession(context, tokenHash);
  exchange.accountId = account.id;
  return {
    account,
    ...memberOf(account, found),
    session,
    secret,
    restriction: restriction?.active ? restriction.message || NO_MESSAGE : undefined,
    isLockedOut,
  };
}

/** An identity service that predates members only has sessions of people in their own accounts. */
function memberOf(
  { id, email, name }: identity.Account,
  { user, memberRole }: Pick<signIn.AuthenticateSessionResponse, 'user' | 'memberRole'>,
): Pick<SignedIn, 'user' | 'memberRole'> {
  if (!user) return { user: { id, email, name, homeAccountId: id }, memberRole: 'owner' };
  return { user, memberRole: memberRoleName(memberRole) };
}

function refusal(context: DashboardContext, exchange: Exchange, code: ErrorCode, text: string): ServiceError {
  context.metrics.sessionRefused(code);
  const error = new ServiceError(code, text);
  // RFC 9110, section 15.5.2: a 401 names the accepted scheme.
  if (error.status === 401) exchange.setHeader('WWW-Authenticate', 'Cookie realm="heliograph"');
  return error;
}

/** Who makes a change, for the audit log. */
export function actorOf({ account, session, user }: SignedIn): identity.Actor {
  return { accountId: account.id, sessionId: session.id, userId: user.id };
}
