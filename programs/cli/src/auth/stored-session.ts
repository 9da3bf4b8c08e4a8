import type { TokenPair } from './token-endpoint';

/** A login as stored between runs. */
export interface StoredSession extends TokenPair {
  apiUrl: string;
  /** The user, as far as known. */
  email: string | undefined;
  /** Where to renew and revoke tokens, from the API's metadata at login. */
  tokenEndpoint: string;
  revocationEndpoint: string;
  dashboardUrl: string;
  /** ISO 8601. */
  loggedInAt: string;
}

const TEXTS = [
  'apiUrl',
  'accessToken',
  'refreshToken',
  'tokenEndpoint',
  'revocationEndpoint',
  'dashboardUrl',
  'loggedInAt',
];

export function writeSession(session: StoredSession): string {
  return JSON.stringify({ version: 1, ...session });
}

/** Undefined for anything but a session of this version: the user logs in again. */
export function readSession(text: string): StoredSession | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { version, ...session } = value as Record<string, unknown>;
  const isWhole =
    version === 1 &&
    TEXTS.every((name) => typeof session[name] === 'string') &&
    typeof session['accessTokenExpiresAt'] === 'number' &&
    ['string', 'undefined'].includes(typeof session['email']);
  return isWhole ? (session as unknown as StoredSession) : undefined;
}
