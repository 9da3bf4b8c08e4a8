import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Digits of base62, in the order of their values. */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'hg_live_';
const RANDOM_CHARACTERS = 32;
const CHECKSUM_CHARACTERS = 6;
/** Of the prefix and 4 random characters: people tell keys apart by them, and 28 stay unknown. */
const HINT_CHARACTERS = PREFIX.length + 4;

const FORMAT = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_CHARACTERS + CHECKSUM_CHARACTERS}}$`);

export interface ApiKey {
  /** The key itself; shown once and stored nowhere. */
  secret: string;
  /** What is stored of it; see {@link hashApiKey}. */
  hash: Buffer;
  /** The first characters, for people. */
  hint: string;
}

/** A new key: `hg_live_`, 32 random base62 characters (190 bits), 6 characters of checksum. */
export function generateApiKey(): ApiKey {
  let body = PREFIX;
  // randomInt draws again instead of folding, so every character is equally likely.
  for (let index = 0; index < RANDOM_CHARACTERS; index += 1) body += ALPHABET[randomInt(ALPHABET.length)];
  const secret = body + checksumOf(body);
  return { secret, hash: hashApiKey(secret), hint: secret.slice(0, HINT_CHARACTERS) };
}

/**
 * Whether a text has a key's form and checksum. It tells typing errors and cut-off keys from keys without asking anybody; it
 * proves nothing about who made the key.
 */
export function hasValidChecksum(secret: string): boolean {
  if (!FORMAT.test(secret)) return false;
  return checksumOf(secret.slice(0, -CHECKSUM_CHARACTERS)) === secret.slice(-CHECKSUM_CHARACTERS);
}

/** SHA-256 of the whole key. A key has 190 random bits, so that neither salt nor a slow hash would add anything. */
export function hashApiKey(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/**
 * CRC-32 (the one of zip and PNG) of the ASCII bytes of prefix and random part, as a base62 number, most significant
 * digit first, filled up with `0` to 6 characters.
 */
function checksumOf(body: string): string {
  let value = crc32(body);
  let digits = '';
  for (let index = 0; index < CHECKSUM_CHARACTERS; index += 1) {
    digits = ALPHABET[value % ALPHABET.length] + digits;
    value = Math.floor(value / ALPHABET.length);
  }
  return digits;
}
