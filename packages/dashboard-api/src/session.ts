import type { MemberRole } from '@heliograph/contract';
import { z } from 'zod';
import type { Timestamp } from './problem';

/** Sent with every request that changes something; carries the token from {@link SessionState}. */
export const CSRF_HEADER = 'X-CSRF-Token';

/** Names the account the page shows; if the session is in another account, the request fails with 409. */
export const ACCOUNT_HEADER = 'X-Account-Id';

/**
 * `true` in a request that a page sends by itself, because its user has not touched it for a while: it is answered, and
 * does not keep the session from expiring.
 */
export const UNATTENDED_HEADER = 'X-Unattended';

export interface Account {
  id: string;
  email: string;
  /** The issuer has not verified the address, so nothing is sent there. */
  isEmailUnverified: boolean;
  /** May be empty. */
  name: string;
  plan: 'free' | 'paid';
  /** The user's role in their session. */
  role: 'user' | 'operator';
  createdAt: Timestamp;
  /** Whether the request log includes query text. */
  logsQueries: boolean;
}

export interface UserProfile {
  id: string;
  email: string;
  /** May be empty. */
  name: string;
}

/** An account that the user is a member of. */
export interface OwnAccount {
  id: string;
  name: string;
  email: string;
  /** Whether it is the user's home account, opened for them. */
  isOwn: boolean;
  memberRole: MemberRole;
  /** How many members it has. */
  members: number;
}

/** `PUT /session/account`: switches this browser to that account. 404 unless the user is a member. */
export const switchAccountBody = z.strictObject({ accountId: z.string().max(64) });
export type SwitchAccountBody = z.input<typeof switchAccountBody>;

/** `GET /session`: the signed-in user and what pages need to know about the installation. */
export interface SessionState {
  /** The account this browser works in. */
  account: Account;
  user: UserProfile;
  /** The user's role in the account. */
  memberRole: MemberRole;
  /** Whether the account has other members. */
  isTeam: boolean;
  /** The home account first. */
  accounts: OwnAccount[];
  session: { id: string; idleExpiresAt: Timestamp; expiresAt: Timestamp };
  csrfToken: string;
  installation: {
    /** Root of the data API, such as `http://127.0.0.1:8080`. */
    apiUrl: string;
    /** Whether people sign in with the development issuer; every page then says so. */
    isDevelopmentIssuer: boolean;
    payments: 'stripe' | 'development' | 'none';
  };
  /** The operators' message to everyone; null unless access is restricted. */
  restriction: { message: string } | null;
}

/** `DELETE /session`: where the browser goes after sign-out. */
export interface SignedOut {
  redirectTo: string;
}
