import { cookieField, cookieValue } from '../domain/cookies';
import { carriedReturnPath } from '../domain/return-path';
import type { Exchange } from '../http/exchange';

/** `__Host-`: browsers accept it only from this host over a trustworthy connection, and send it for every path. */
const SESSION_COOKIE = '__Host-heliograph_session';
/** Kept while the browser is at the issuer. A sibling host could plant its own attempt in a cookie without `__Host-`. */
const ATTEMPT_COOKIE = '__Host-heliograph_sign_in';
const HOST_PATH = '/';
/** Where the user was going, in case sign-in fails: the browser still knows when identity does not. */
const RETURN_COOKIE = '__Secure-heliograph_return_to';
const RETURN_PATH = '/auth';

/** 32 random bytes in base64url. */
const SECRET = /^[A-Za-z0-9_-]{43}$/;
/** Time limit for a sign-in. */
const ATTEMPT_SECONDS = 600;
/** Longer than a sign-in may take, so that it outlives one that timed out. */
const RETURN_SECONDS = 3_600;

/** The secret of the browser's session; undefined if missing or malformed. */
export function sessionSecretOf(exchange: Exchange): string | undefined {
  const value = cookieValue(exchange.header('cookie'), SESSION_COOKIE);
  return value !== undefined && SECRET.test(value) ? value : undefined;
}

/** @param expiresAtMs the latest time the session can end. */
export function setSessionCookie(
  exchange: Exchange,
  secret: string,
  expiresAtMs: number,
  nowMs: number,
): void {
  const seconds = Math.max(0, Math.floor((expiresAtMs - nowMs) / 1000));
  exchange.addCookie(cookieField(SESSION_COOKIE, secret, HOST_PATH, seconds));
}

export function clearSessionCookie(exchange: Exchange): void {
  exchange.addCookie(cookieField(SESSION_COOKIE, '', HOST_PATH, 0));
}

/** The secret of the sign-in this browser started; undefined if there is none. */
export function attemptSecretOf(exchange: Exchange): string | undefined {
  return cookieValue(exchange.header('cookie'), ATTEMPT_COOKIE);
}

/** The destination of the last sign-in this browser started; the start page by default. */
export function attemptReturnPathOf(exchange: Exchange): string {
  const value = cookieValue(exchange.header('cookie'), RETURN_COOKIE);
  // Validated when stored, and again: cookies can be planted.
  return carriedReturnPath(value === undefined ? undefined : Buffer.from(value, 'base64url').toString());
}

/** @param returnTo the attempt's destination. */
export function setAttemptCookies(exchange: Exchange, secret: string, returnTo: string): void {
  exchange.addCookie(cookieField(ATTEMPT_COOKIE, secret, HOST_PATH, ATTEMPT_SECONDS));
  // Encoded: a path may contain semicolons.
  const kept = Buffer.from(carriedReturnPath(returnTo)).toString('base64url');
  exchange.addCookie(cookieField(RETURN_COOKIE, kept, RETURN_PATH, RETURN_SECONDS));
}

export function clearAttemptCookies(exchange: Exchange): void {
  exchange.addCookie(cookieField(ATTEMPT_COOKIE, '', HOST_PATH, 0));
  exchange.addCookie(cookieField(RETURN_COOKIE, '', RETURN_PATH, 0));
}
