/** A login's machine, as it describes itself. */
export interface Device {
  name: string;
  clientVersion: string;
}

/** A login of the command-line client on one machine. */
export interface CliSession {
  id: string;
  accountId: string;
  device: Device;
  createdAt: Date;
  lastUsedAt: Date;
  /** When the current refresh token expires. */
  expiresAt: Date;
}

export const ACCESS_TOKEN_SECONDS = 15 * 60;
export const REFRESH_TOKEN_DAYS = 60;
/**
 * Spent refresh tokens kept per session to detect their reuse; beyond this, the earliest spent are dropped. A client in
 * constant use spends 5,760 in their lifetime.
 */
export const MAXIMUM_SPENT_TOKENS = 6_000;
/** RFC 6749, section 4.1.2, recommends ten minutes at most; the client redeems it at once. */
export const AUTHORIZATION_CODE_SECONDS = 60;
/** How long a repeated code is recognized. */
export const USED_CODE_SECONDS = 24 * 60 * 60;
export const DEVICE_LOGIN_SECONDS = 10 * 60;

/** Per account; beyond this, the least recently used session ends. */
export const MAXIMUM_CLI_SESSIONS = 50;
/** Unexpired device logins in the whole system; beyond this, a login of the site with the most ends. */
export const MAXIMUM_DEVICE_LOGINS = 10_000;

/** Wrong user codes that a user may enter in GUESSES_MINUTES. */
export const MAXIMUM_GUESSES = 20;
export const GUESSES_MINUTES = 10;
