import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const FORMAT = 1;
const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 1 + KEY_ID_BYTES + NONCE_BYTES;

interface Key {
  id: Buffer;
  key: Buffer;
}

/**
 * Encrypts webhook secrets: they sign, so hashes would not do. AES-256-GCM with a random nonce; the row's id is
 * authenticated too, so a secret moved to another row cannot be read. Layout: format, key id, nonce, ciphertext, tag.
 */
export class SecretBox {
  private readonly current: Key;
  private readonly known: readonly Key[];

  /** @param secrets at least 32 characters each; the previous one only decrypts. */
  constructor(secrets: { current: string; previous?: string | undefined }) {
    this.current = keyOf(secrets.current);
    this.known = [this.current, ...(secrets.previous === undefined ? [] : [keyOf(secrets.previous)])];
  }

  seal(text: string, rowId: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.current.key, nonce).setAAD(Buffer.from(rowId));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.of(FORMAT), this.current.id, nonce, sealed, cipher.getAuthTag()]);
  }

  /** @throws Error if it was sealed with an unknown key or for another row, or was changed. */
  open(sealed: Buffer, rowId: string): string {
    const id = sealed.subarray(1, 1 + KEY_ID_BYTES);
    const found = this.known.find((key) => key.id.equals(id));
    if (sealed[0] !== FORMAT || !found) {
      throw new Error(
        'the secret of a webhook was encrypted with another WEBHOOK_ENCRYPTION_SECRET: restore it, or set it as WEBHOOK_ENCRYPTION_SECRET_PREVIOUS; if it is lost, see docs/operations/secrets.md#webhook_encryption_secret',
      );
    }
    const nonce = sealed.subarray(1 + KEY_ID_BYTES, HEADER_BYTES);
    const decipher = createDecipheriv(ALGORITHM, found.key, nonce)
      .setAAD(Buffer.from(rowId))
      .setAuthTag(sealed.subarray(-TAG_BYTES));
    const text = sealed.subarray(HEADER_BYTES, -TAG_BYTES);
    return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
  }

  get hasPrevious(): boolean {
    return this.known.length > 1;
  }

  /** Prefix of everything sealed with the current secret. */
  get prefix(): Buffer {
    return Buffer.concat([Buffer.of(FORMAT), this.current.id]);
  }
}

function keyOf(secret: string): Key {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'heliograph webhook secrets', 32));
  return { key, id: createHash('sha256').update(key).digest().subarray(0, KEY_ID_BYTES) };
}
