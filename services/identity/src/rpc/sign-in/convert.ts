import type { signIn } from '@heliograph/proto';
import { Issues, isText } from '@heliograph/runtime';
import type { WebSession } from '../../domain/session';
import type { Browser } from '../../storage/sign-in-store';
import { HASH_BYTES } from '../convert/credentials';

const RETURN_TO_LENGTH = 2_048;
/** A path with a single leading slash, so that no browser treats what follows as a host. */
const PATH = /^\/(?![/\\])/;
const SECRET_LENGTH = 100;
const QUERY_LENGTH = 8_192;
const USER_AGENT_LENGTH = 300;
const ADDRESS_LENGTH = 64;

/** @throws ServiceError `invalid_parameter`. */
export function returnToFromRequest({ returnTo }: signIn.BeginSignInRequest): string {
  const issues = new Issues();
  issues.require(
    isText(returnTo, RETURN_TO_LENGTH) && PATH.test(returnTo),
    'return_to',
    `must be a path of at most ${RETURN_TO_LENGTH} characters`,
  );
  issues.throwIfAny();
  return returnTo;
}

/** @throws ServiceError `invalid_parameter` naming every issue. */
export function completionFromRequest(request: signIn.CompleteSignInRequest): {
  attemptSecret: string;
  query: string;
  browser: Omit<Browser, 'tokenHash' | 'idToken'>;
} {
  const issues = new Issues();
  const { attemptSecret, callbackQuery, previousTokenHash } = request;
  issues.require(attemptSecret.length <= SECRET_LENGTH, 'attempt_secret', 'is too long');
  issues.require(callbackQuery.length <= QUERY_LENGTH, 'callback_query', 'is too long');
  issues.require(
    previousTokenHash.length === 0 || previousTokenHash.length === HASH_BYTES,
    'previous_token_hash',
    `must be ${HASH_BYTES} bytes or none`,
  );
  issues.throwIfAny();
  return {
    attemptSecret,
    query: callbackQuery,
    browser: {
      previousTokenHash: previousTokenHash.length === 0 ? undefined : previousTokenHash,
      // What a browser says about itself must not prevent a sign-in.
      userAgent: shorten(request.userAgent, USER_AGENT_LENGTH),
      address: shorten(request.address, ADDRESS_LENGTH),
    },
  };
}

export function sessionToResponse(session: WebSession): signIn.Session {
  return {
    id: session.id,
    accountId: session.accountId,
    createdAt: session.createdAt,
    lastSeenAt: session.lastSeenAt,
    idleExpiresAt: session.idleExpiresAt,
    expiresAt: session.expiresAt,
    userAgent: session.userAgent,
    address: session.address,
  };
}

function shorten(text: string, maximumLength: number): string {
  return [...text.replace(/[\p{Cc}\p{Cs}]/gu, '')].slice(0, maximumLength).join('');
}
