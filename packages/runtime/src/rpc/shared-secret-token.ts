import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The token of releases before caller keys: derived from a secret that all programs share, so anyone who knows the
 * secret can use any name. Sent and accepted only if INTERNAL_SECRET is set, that is while an installation is upgraded
 * from such a release.
 */
export function sharedSecretToken(secret: string, caller: string): string {
  return createHmac('sha256', secret).update(`heliograph rpc caller ${caller}`).digest('hex');
}

/** Compares in constant time. */
export function isSharedSecretToken(secret: string, caller: string, token: string): boolean {
  const expected = Buffer.from(sharedSecretToken(secret, caller));
  const given = Buffer.from(token);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
