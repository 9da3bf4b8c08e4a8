import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';

/** Length of a signature inside a cursor, in bytes. */
export const SIGNATURE_BYTES = 16;

export interface CursorSecrets {
  /** Signs new cursors. */
  current: string;
  /** The previous or the next secret: cursors signed with it are valid too. */
  previous?: string | undefined;
}

/**
 * Whom cursors are issued to. One holder's cursors are invalid for another, so a page one holder paid for cannot be
 * continued through another.
 */
export interface CursorHolder {
  channel: 'api' | 'cli' | 'web' | 'test';
  accountId: string;
}

/** Signs the contents of cursors. Kinds and holders have separate keys, although the secret is the same. */
export class CursorSignature {
  private readonly keys: readonly [KeyObject, ...KeyObject[]];

  /**
   * @param secrets shared by all gateways of a system; a cursor is valid only while its secret is.
   * @param kind what is signed, such as `keyword cursor`.
   */
  constructor(
    secrets: CursorSecrets,
    private readonly kind: string,
    private readonly holder: CursorHolder,
  ) {
    this.keys = keysOf(secrets);
  }

  /** The first 16 bytes of an HMAC-SHA256. */
  of(content: Uint8Array | string): Buffer {
    return this.by(this.keys[0], content);
  }

  /** Whether the signature was made with any of the secrets. Compares in constant time. */
  isOf(content: Uint8Array | string, signature: Uint8Array): boolean {
    return (
      signature.length === SIGNATURE_BYTES &&
      this.keys.some((key) => timingSafeEqual(this.by(key, content), signature))
    );
  }

  private by(key: KeyObject, content: Uint8Array | string): Buffer {
    return createHmac('sha256', key)
      .update(`heliograph ${this.kind} of ${this.holder.channel} ${this.holder.accountId}\n`)
      .update(content)
      .digest()
      .subarray(0, SIGNATURE_BYTES);
  }
}

const keyOf = (secret: string) => createSecretKey(Buffer.from(secret, 'utf8'));

/** Every request signs with the same secrets, and deriving a key costs more than a signature. */
const knownKeys = new WeakMap<CursorSecrets, readonly [KeyObject, ...KeyObject[]]>();

function keysOf(secrets: CursorSecrets): readonly [KeyObject, ...KeyObject[]] {
  let keys = knownKeys.get(secrets);
  if (!keys) {
    const { current, previous } = secrets;
    keys = previous === undefined ? [keyOf(current)] : [keyOf(current), keyOf(previous)];
    knownKeys.set(secrets, keys);
  }
  return keys;
}
