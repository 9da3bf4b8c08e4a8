import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const KEY_FORM = /^hg_live_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;
const CHECKSUM_LENGTH = 6;

/**
 * Whether a text is written as an API key: `hg_live_`, 32 random base62 characters, and the CRC-32 of those as 6
 * base62 digits, most significant first. It costs no call to refuse a mistyped or invented key by its checksum.
 */
export function isWellFormedKey(text: string): boolean {
  const match = KEY_FORM.exec(text);
  return match !== null && checksumOf(match[1]!) === match[2];
}

/** The checksum of a key's 32 random characters. */
export function checksumOf(random: string): string {
  let rest = crc32(random);
  let digits = '';
  for (let position = 0; position < CHECKSUM_LENGTH; position++) {
    digits = BASE62[rest % BASE62.length]! + digits;
    rest = Math.floor(rest / BASE62.length);
  }
  return digits;
}

/** SHA-256 of a key: all that the gateway keeps or sends of it. */
export function hashOfKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}
