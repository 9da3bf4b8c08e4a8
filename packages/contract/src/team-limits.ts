/** Bounds of accounts with several members. */
export const TEAM_LIMITS = {
  /** Members and pending invitations of an account. */
  members: 50,
  /** Accounts of a user. */
  accounts: 50,
  /** Invitations of an account in 24 hours, revoked ones too. */
  invitationsPerDay: 30,
  /** How long an invitation can be accepted. */
  invitationDays: 7,
} as const;
