import { createHash } from 'node:crypto';
import fc from 'fast-check';
import {
  API_KEY_PREFIX,
  CLI_ACCESS_PREFIX,
  CLI_REFRESH_PREFIX,
  generateApiKey,
  generateCredential,
  hasValidChecksum,
  hashApiKey,
} from './api-key';

it('has the documented format', () => {
  const { secret, hash, hint } = generateApiKey();
  expect(secret).toMatch(/^hg_live_[0-9A-Za-z]{38}$/);
  expect(hasValidChecksum(secret)).toBe(true);
  expect(hash).toEqual(createHash('sha256').update(secret).digest());
  expect(hashApiKey(secret)).toEqual(hash);
  expect(secret.startsWith(hint)).toBe(true);
  expect(hint).toHaveLength(12);
});

it('has the defined checksum', () => {
  // CRC-32 of "hg_live_" and 32 zeros is 0xd4861b9f according to an independent implementation (Python's
  // binascii.crc32).
  expect(hasValidChecksum(`hg_live_${'0'.repeat(32)}3tIih5`)).toBe(true);
});

it('uses every character about equally often', () => {
  const counts = new Map<string, number>();
  const keys = 2_000;
  for (let index = 0; index < keys; index += 1) {
    for (const character of generateApiKey().secret.slice(8, 40)) {
      counts.set(character, (counts.get(character) ?? 0) + 1);
    }
  }
  expect(counts.size).toBe(62);
  // Mean 1032, standard deviation 32: allow six of them either way. Folding a byte would put eight characters at 1250.
  for (const count of counts.values()) expect(Math.abs(count - (keys * 32) / 62)).toBeLessThan(6 * 32);
});

it('does not repeat', () => {
  expect(new Set(Array.from({ length: 1_000 }, () => generateApiKey().secret)).size).toBe(1_000);
});

it('detects any changed character, and any two swapped neighbors', () => {
  const { secret } = generateApiKey();
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  for (let index = 0; index < secret.length; index += 1) {
    for (const character of alphabet) {
      const changed = secret.slice(0, index) + character + secret.slice(index + 1);
      expect(hasValidChecksum(changed)).toBe(changed === secret);
    }
    const swapped =
      secret.slice(0, index) + secret.slice(index + 1, index + 2) + secret[index] + secret.slice(index + 2);
    if (swapped !== secret) expect(hasValidChecksum(swapped)).toBe(false);
  }
});

it('rejects everything else', () => {
  const { secret } = generateApiKey();
  for (const text of [
    '',
    'hg_live_',
    ` ${secret}`,
    `${secret}\n`,
    secret.slice(0, -1),
    `${secret}0`,
    secret.toLowerCase(),
  ]) {
    expect(hasValidChecksum(text)).toBe(false);
  }
  fc.assert(fc.property(fc.string(), (text) => !hasValidChecksum(text)));
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => !hasValidChecksum(`hg_live_${text}`)));
});

it('gives tokens the format of keys, without confusing them', () => {
  const prefixes = [API_KEY_PREFIX, CLI_ACCESS_PREFIX, CLI_REFRESH_PREFIX] as const;
  for (const prefix of prefixes) {
    const { secret, hash, hint } = generateCredential(prefix);
    expect(secret).toMatch(new RegExp(`^${prefix}[0-9A-Za-z]{38}$`));
    expect(hash).toEqual(hashApiKey(secret));
    expect(hint).toBe(secret.slice(0, prefix.length + 4));
    for (const other of prefixes) expect(hasValidChecksum(secret, other)).toBe(other === prefix);
    // The checksum covers the prefix.
    for (const other of prefixes) {
      const renamed = other + secret.slice(prefix.length);
      expect(hasValidChecksum(renamed, other)).toBe(other === prefix);
    }
  }
});
