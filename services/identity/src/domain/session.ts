/** A signed-in browser. */
export interface WebSession {
  id: string;
  accountId: string;
  createdAt: Date;
  /** To about a minute. */
  lastSeenAt: Date;
  idleExpiresAt: Date;
  expiresAt: Date;
  userAgent: string;
  address: string;
}

/** Per account; the least recently used one ends when there would be more. */
export const MAXIMUM_WEB_SESSIONS = 100;

/** How long a user may take at the issuer. */
export const SIGN_IN_MINUTES = 10;

/** How long a session lives. */
export interface SessionLifetime {
  idleMinutes: number;
  maximumHours: number;
}
