import type { Moment } from './problem';

/** Sent with every request that changes something, with the token from {@link SessionState}. */
export const CSRF_HEADER = 'X-CSRF-Token';

export interface Account {
  id: string;
  email: string;
  /** May be empty. */
  name: string;
  plan: 'free' | 'paid';
  role: 'user' | 'operator';
  createdAt: Moment;
  /** Whether the log of requests holds their queries. */
  logsQueries: boolean;
}

/** `GET /session`: the signed-in user, and what the pages need to know about the installation. */
export interface SessionState {
  account: Account;
  session: { id: string; idleExpiresAt: Moment; expiresAt: Moment };
  csrfToken: string;
  installation: {
    /** Root of the data API, such as `http://127.0.0.1:8080`. */
    apiUrl: string;
    /** Whether people sign in with the development issuer: every page then says so. */
    isDevelopmentIssuer: boolean;
    payments: 'stripe' | 'development' | 'none';
  };
  /** The operators' message to everyone; set while access is restricted. */
  restriction: { message: string } | null;
}

/** `DELETE /session`: where to go after signing out. */
export interface SignedOut {
  redirectTo: string;
}
