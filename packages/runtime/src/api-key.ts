import { API_KEY_PREFIX, TEST_KEY_PREFIX } from '@heliograph/contract';
import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Base62 digits, by value. */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_CHARACTERS = 32;
const CHECKSUM_CHARACTERS = 6;
/** Random characters in the hint: users tell keys apart by them, and 28 stay secret. */
const HINT_CHARACTERS = 4;

export { API_KEY_PREFIX, TEST_KEY_PREFIX } from '@heliograph/contract';
/** Prefix of the command-line client's access tokens. */
export const CLI_ACCESS_PREFIX = 'hg_cli_';
/** Prefix of the command-line client's refresh tokens. */
export const CLI_REFRESH_PREFIX = 'hg_ref_';
/** A credential's prefix, which tells users and programs its kind. */
type CredentialPrefix =
  typeof API_KEY_PREFIX | typeof TEST_KEY_PREFIX | typeof CLI_ACCESS_PREFIX | typeof CLI_REFRESH_PREFIX;

const REST = new RegExp(`^[0-9A-Za-z]{${RANDOM_CHARACTERS + CHECKSUM_CHARACTERS}}$`);

/** A key, or a token of the same format. */
export interface ApiKey {
  /** The key itself; shown once and stored nowhere. */
  secret: string;
  /** Its stored hash; see {@link hashApiKey}. */
  hash: Buffer;
  /** The first characters, for display. */
  hint: string;
}

/** Generates a key: `hg_live_` or `hg_test_`, 32 random base62 characters (190 bits), 6 characters of checksum. */
export function generateApiKey({ isTest = false } = {}): ApiKey {
  return generateCredential(isTest ? TEST_KEY_PREFIX : API_KEY_PREFIX);
}

/** Generates a credential in the format of a key, with this prefix. */
export function generateCredential(prefix: CredentialPrefix): ApiKey {
  let body: string = prefix;
  // randomInt rejects instead of folding, so every character is equally likely.
  for (let index = 0; index < RANDOM_CHARACTERS; index += 1) body += ALPHABET[randomInt(ALPHABET.length)];
  const secret = body + checksumOf(body);
  return { secret, hash: hashApiKey(secret), hint: secret.slice(0, prefix.length + HINT_CHARACTERS) };
}

/**
 * Whether a text has the format and checksum of a key, or of a token with another prefix. Detects typos and truncated
 * keys without a lookup; proves nothing about who made the key.
 */
export function hasValidChecksum(secret: string, prefix: CredentialPrefix = API_KEY_PREFIX): boolean {
  if (!secret.startsWith(prefix) || !REST.test(secret.slice(prefix.length))) return false;
  return checksumOf(secret.slice(0, -CHECKSUM_CHARACTERS)) === secret.slice(-CHECKSUM_CHARACTERS);
}

/** SHA-256 of the whole key. A key has 190 random bits, so neither salt nor a slow hash would help. */
export function hashApiKey(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/**
 * CRC-32 (as in ZIP and PNG) of the ASCII bytes of prefix and random part, as a base62 number, most significant digit
 * first, left-padded with `0` to 6 characters.
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
