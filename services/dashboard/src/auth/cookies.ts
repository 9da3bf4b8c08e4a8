import { createHash } from 'node:crypto';
import { cookieField, cookieNames, cookieValue } from '../domain/cookies';
import { carriedReturnPath } from '../domain/return-path';
import type { Exchange } from '../http/exchange';

/** `__Host-`: browsers accept it only from this host over a trustworthy connection, and send it for every path. */
const SESSION_COOKIE = '__Host-heliograph_session';
/**
 * One for each sign-in at the issuer, as several tabs may have begun one; its name ends with a digest of the `state`. A
 * sibling host could plant its own attempt in a cookie without `__Host-`.
 */
const ATTEMPT_PREFIX = '__Host-heliograph_sign_in_';
const HOST_PATH = '/';
/** Where the user was going, in case that sign-in fails: the browser still knows when identity does not. */
const RETURN_PREFIX = '__Secure-heliograph_return_to_';
const RETURN_PATH = '/auth';
const ATTEMPT_COOKIES = [
  [ATTEMPT_PREFIX, HOST_PATH],
  [RETURN_PREFIX, RETURN_PATH],
] as const;
/** Proxies leave 8 KB for a Cookie header, and a destination takes up to 1.4 KB. */
const MAXIMUM_ATTEMPTS = 4;

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

/**
 * The secret of a sign-in this browser started; undefined if it did not.
 *
 * @param state untrusted: what the issuer is said to have returned.
 */
export function attemptSecretOf(exchange: Exchange, state: string): string | undefined {
  return cookieValue(exchange.header('cookie'), ATTEMPT_PREFIX + suffixOf(state));
}

/** The destination of that sign-in, or of the last this browser started; the start page by default. */
export function attemptReturnPathOf(exchange: Exchange, state: string): string {
  const header = exchange.header('cookie');
  const name = cookieNames(header, RETURN_PREFIX).at(-1) ?? '';
  const value = cookieValue(header, RETURN_PREFIX + suffixOf(state)) ?? cookieValue(header, name);
  // Validated when stored, and again: cookies can be planted.
  return carriedReturnPath(value === undefined ? undefined : Buffer.from(value, 'base64url').toString());
}

/**
 * Also removes the cookies of the oldest sign-ins beyond the maximum. Sign-ins begun at the same moment may exceed it
 * until the next one.
 *
 * @param returnTo the attempt's destination.
 */
export function setAttemptCookies(
  exchange: Exchange,
  { state, secret, returnTo }: { state: string; secret: string; returnTo: string },
): void {
  const header = exchange.header('cookie');
  for (const [prefix, path] of ATTEMPT_COOKIES) {
    for (const name of cookieNames(header, prefix).slice(0, 1 - MAXIMUM_ATTEMPTS))
      remove(exchange, name, path);
  }
  exchange.addCookie(cookieField(ATTEMPT_PREFIX + suffixOf(state), secret, HOST_PATH, ATTEMPT_SECONDS));
  // Encoded: a path may contain semicolons.
  const kept = Buffer.from(carriedReturnPath(returnTo)).toString('base64url');
  exchange.addCookie(cookieField(RETURN_PREFIX + suffixOf(state), kept, RETURN_PATH, RETURN_SECONDS));
}

/** Removes the cookies of one sign-in; those of other tabs stay. */
export function clearAttemptCookies(exchange: Exchange, state: string): void {
  for (const [prefix, path] of ATTEMPT_COOKIES) remove(exchange, prefix + suffixOf(state), path);
}

function remove(exchange: Exchange, name: string, path: string): void {
  exchange.addCookie(cookieField(name, '', path, 0));
}

/** Short, and safe in a cookie's name, whatever was sent. Only tells attempts apart: identity compares the state. */
function suffixOf(state: string): string {
  return createHash('sha256').update(state).digest('base64url').slice(0, 8);
}
