import type { Moment } from './problem';

/** Sent with every request that changes something, with the token that {@link SessionState} tells. */
export const CSRF_HEADER = 'X-CSRF-Token';

export interface Account {
  id: string;
  email: string;
  /** May be empty. */
  name: string;
  plan: 'free' | 'paid';
  role: 'user' | 'operator';
  createdAt: Moment;
}

/** `GET /session`: who is signed in, and what the pages need to know of the installation. */
export interface SessionState {
  account: Account;
  session: { id: string; idleExpiresAt: Moment; expiresAt: Moment };
  csrfToken: string;
  installation: {
    /** Root of the data API, as `http://127.0.0.1:8080`. */
    apiUrl: string;
    /** Whether people sign in by the development issuer: plainly marked on every page. */
    isDevelopmentIssuer: boolean;
    payments: 'stripe' | 'development' | 'none';
  };
  /** What operators say to everybody; set while access is restricted. */
  restriction: { message: string } | null;
}

/** `DELETE /session`: where to go after signing out. */
export interface SignedOut {
  redirectTo: string;
}
