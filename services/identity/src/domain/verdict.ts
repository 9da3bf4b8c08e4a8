import type { AccountStatus, Role } from './account';

export type Verdict =
  | 'valid'
  | 'unknown'
  | 'revoked'
  | 'expired'
  | 'account_disabled'
  | 'account_suspended'
  | 'access_restricted';

/** What is known about a credential when it is checked. */
interface Credential {
  isRevoked: boolean;
  isExpired: boolean;
  accountStatus: AccountStatus;
  role: Role;
  /** Whether access is restricted to operators. */
  isRestricted: boolean;
}

/**
 * Checks a credential; undefined is an unknown one. The first reason counts: unknown, revoked, expired, account
 * disabled, account suspended, access restricted. The key's own state comes before the account's, so that the holder of
 * a dead key learns nothing about the account.
 */
export function verdictOn(credential: Credential | undefined): Verdict {
  if (!credential) return 'unknown';
  if (credential.isRevoked) return 'revoked';
  if (credential.isExpired) return 'expired';
  switch (credential.accountStatus) {
    case 'active':
      return credential.isRestricted && credential.role !== 'operator' ? 'access_restricted' : 'valid';
    case 'disabled':
      return 'account_disabled';
    case 'suspended':
      return 'account_suspended';
  }
}
