import { createHmac, timingSafeEqual } from 'node:crypto';

/** A session's CSRF token. Knowing it proves access to the session's pages; sending the cookie alone does not. */
export function csrfTokenOf(sessionSecret: string): string {
  return createHmac('sha256', sessionSecret).update('csrf').digest('base64url');
}

/** Compares in constant time. */
export function isCsrfTokenOf(sessionSecret: string, token: string): boolean {
  const expected = Buffer.from(csrfTokenOf(sessionSecret));
  const given = Buffer.from(token);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
