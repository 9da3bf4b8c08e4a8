import { createHash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** A secret that is handed out once, and its stored hash. */
interface Secret {
  /** 32 random bytes as base64url. */
  secret: string;
  /** SHA-256 of the secret's characters. 256 random bits cannot be guessed, so a fast hash suffices. */
  hash: Buffer;
}

export function generateSecret(): Secret {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  return { secret, hash: hashSecret(secret) };
}

export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
