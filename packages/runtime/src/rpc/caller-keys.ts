import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';

/** The programs that call an installation's services, by their allow-list names. */
export const CALLERS = [
  'gateway',
  'dashboard',
  'metering',
  'indexer',
  'search',
  'notifier',
  'admin',
] as const;

/** A raw Ed25519 key, public or private: 32 bytes (RFC 8032) in base64url. */
const RAW_KEY = /^[A-Za-z0-9_-]{43}$/;
const CALLER_NAME = /^[a-z][a-z-]{0,39}$/;
/** The prefix of an Ed25519 private key's 32 bytes in PKCS #8 (RFC 8410, section 7). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Public keys by caller: several during a rotation. */
export type PublicKeys = ReadonlyMap<string, readonly KeyObject[]>;

/** Generates a private key, in the format of `CALLER_KEY`. */
export function generateCallerKey(): string {
  const { d } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return d!;
}

/** @throws if the text is not a key; the error does not quote it. */
export function privateKeyOf(text: string): KeyObject {
  if (!RAW_KEY.test(text)) throw new Error('no Ed25519 key');
  const der = Buffer.concat([PKCS8_PREFIX, Buffer.from(text, 'base64url')]);
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
}

/** The public half of a private key, both in base64url. */
export function publicHalf(privateKey: string): string {
  return createPublicKey(privateKeyOf(privateKey)).export({ format: 'jwk' }).x!;
}

/** Converts names and private keys to the format of `CALLER_PUBLIC_KEYS`, with which peers trust the public halves. */
export function trustedKeys(privateKeys: Readonly<Record<string, string>>): string {
  return Object.entries(privateKeys)
    .map(([caller, key]) => `${caller}=${publicHalf(key)}`)
    .join(',');
}

export const PUBLIC_KEYS_RULE =
  'must be name=key, or several separated by commas, each key 43 characters of base64url';

/**
 * Parses `name=key,name=key`; a name may be repeated with another key.
 *
 * @throws if the text has another format.
 */
export function parsePublicKeys(text: string): PublicKeys {
  const keys = new Map<string, KeyObject[]>();
  for (const entry of text.split(',').map((part) => part.trim())) {
    const [caller = '', key = '', ...rest] = entry.split('=');
    if (!CALLER_NAME.test(caller) || !RAW_KEY.test(key) || rest.length > 0) {
      throw new Error(PUBLIC_KEYS_RULE);
    }
    const known = keys.get(caller) ?? [];
    known.push(createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' }));
    keys.set(caller, known);
  }
  return keys;
}
