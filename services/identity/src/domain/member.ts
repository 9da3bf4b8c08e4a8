import { MEMBER_ROLES, rolesThatMay, type MemberRole } from '@heliograph/contract';

export { MEMBER_ROLES, type MemberRole };

/** A person who signs in. */
export interface User {
  id: string;
  email: string;
  /** May be empty. */
  name: string;
  /** The account opened for them; they are an owner of it. */
  homeAccountId: string;
}

/** A user's membership in an account. */
export interface Member {
  user: User;
  role: MemberRole;
  joinedAt: Date;
  /** Undefined before the first sign-in. */
  lastSignInAt: Date | undefined;
}

/** Roles that may have sessions of the command-line client. */
export const CLI_ROLES = rolesThatMay('useCommandLine');

/** Minimum days between a user's new home accounts, each of which has the free records of a new account. */
export const DAYS_BETWEEN_HOMES = 30;
