import { createHmac, timingSafeEqual } from 'node:crypto';

/** A key for one purpose only. */
export function signatureKey(secret: string, purpose: string): Buffer {
  return createHmac('sha256', secret).update(purpose).digest();
}

/** HMAC-SHA256 of a message with a key for one purpose only. */
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
