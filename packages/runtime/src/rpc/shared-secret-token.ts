import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The token of releases before caller keys: derived from a secret that all programs shared, so anyone who knows it can
 * use any name. It is sent and accepted only where INTERNAL_SECRET is set, which is while an installation is upgraded
 * from one of them.
 */
export function sharedSecretToken(secret: string, caller: string): string {
  return createHmac('sha256', secret).update(`heliograph rpc caller ${caller}`).digest('hex');
}

/** In constant time. */
export function isSharedSecretToken(secret: string, caller: string, token: string): boolean {
  const expected = Buffer.from(sharedSecretToken(secret, caller));
  const given = Buffer.from(token);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
