import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';

/** Bytes of a signature inside a cursor. */
export const SIGNATURE_BYTES = 16;

/** Keyed hashes over what cursors hold. Those of one kind are none of another, although the secret is the same. */
export class CursorSignature {
  private readonly key: KeyObject;

  /**
   * @param secret shared by all gateways of a system; another secret makes all cursors invalid.
   * @param kind what is signed, such as `keyword cursor`.
   */
  constructor(
    secret: string,
    private readonly kind: string,
  ) {
    this.key = createSecretKey(Buffer.from(secret, 'utf8'));
  }

  /** The first 16 bytes of an HMAC-SHA256. */
  of(content: Uint8Array | string): Buffer {
    return createHmac('sha256', this.key)
      .update(`heliograph ${this.kind}\n`)
      .update(content)
      .digest()
      .subarray(0, SIGNATURE_BYTES);
  }

  /** Compares in a time that tells nothing. */
  isOf(content: Uint8Array, signature: Uint8Array): boolean {
    return signature.length === SIGNATURE_BYTES && timingSafeEqual(this.of(content), signature);
  }
}
