import { createHmac, timingSafeEqual } from 'node:crypto';

/** A key derived for a single purpose. */
export function signatureKey(secret: string, purpose: string): Buffer {
  return createHmac('sha256', secret).update(purpose).digest();
}

/** HMAC-SHA256 of a message under a key derived for a single purpose. */
export function signatureOf(secret: string, purpose: string, message: string | Buffer): Buffer {
  return createHmac('sha256', signatureKey(secret, purpose)).update(message).digest();
}

/** Compares in constant time. @param signature in base64url. */
export function isSignatureOf(
  secret: string,
  purpose: string,
  message: string | Buffer,
  signature: string,
): boolean {
  const expected = signatureOf(secret, purpose, message);
  const given = Buffer.from(signature, 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
