import type { TokenPair } from './token-endpoint';

/** A login as stored between runs. */
export interface StoredSession extends TokenPair {
  apiUrl: string;
  /** The user's address, if known. */
  email: string | undefined;
  /** Where to renew and revoke tokens, from the API's metadata at login. */
  tokenEndpoint: string;
  revocationEndpoint: string;
  dashboardUrl: string;
  /** ISO 8601. */
  loggedInAt: string;
}

/** An API key as stored between runs by `login --with-token`. */
interface StoredKey {
  apiUrl: string;
  apiKey: string;
  /** ISO 8601. */
  loggedInAt: string;
}

/** What a login stored: tokens, or a key. */
export type StoredLogin = StoredSession | StoredKey;

export function isKey(login: StoredLogin): login is StoredKey {
  return 'apiKey' in login;
}

const KEY_TEXTS = ['apiUrl', 'apiKey', 'loggedInAt'];
const TEXTS = [
  'apiUrl',
  'accessToken',
  'refreshToken',
  'tokenEndpoint',
  'revocationEndpoint',
  'dashboardUrl',
  'loggedInAt',
];

export function loginToText(login: StoredLogin): string {
  return JSON.stringify({ version: 1, ...login });
}

/** Returns undefined for anything not in this version's format; the user must log in again. */
export function loginFromText(text: string): StoredLogin | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { version, ...session } = value as Record<string, unknown>;
  if (version !== 1) return undefined;
  const hasTexts = (names: string[]) => names.every((name) => typeof session[name] === 'string');
  if (hasTexts(KEY_TEXTS)) return session as unknown as StoredKey;
  const isWhole =
    hasTexts(TEXTS) &&
    typeof session['accessTokenExpiresAt'] === 'number' &&
    ['string', 'undefined'].includes(typeof session['email']);
  return isWhole ? (session as unknown as StoredSession) : undefined;
}
