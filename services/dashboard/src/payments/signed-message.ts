import { createHmac, timingSafeEqual } from 'node:crypto';

/** HMAC-SHA256 of a message under a key that is used for one purpose only. */
export function signatureOf(secret: string, purpose: string, message: string | Buffer): Buffer {
  const key = createHmac('sha256', secret).update(purpose).digest();
  return createHmac('sha256', key).update(message).digest();
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
