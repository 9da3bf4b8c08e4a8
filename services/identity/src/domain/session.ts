/** A signed-in browser. */
export interface WebSession {
  id: string;
  accountId: string;
  createdAt: Date;
  /** Accurate to about a minute. */
  lastSeenAt: Date;
  idleExpiresAt: Date;
  expiresAt: Date;
  userAgent: string;
  address: string;
}

/** Per account; beyond this, the least recently used session ends. */
export const MAXIMUM_WEB_SESSIONS = 100;

/** How long a user may take at the issuer. */
export const SIGN_IN_MINUTES = 10;

/** How long a session lives. */
export interface SessionLifetime {
  idleMinutes: number;
  maximumHours: number;
}
