/** Limits of accounts with several members. */
export const TEAM_LIMITS = {
  /** Members and pending invitations per account. */
  members: 50,
  /** Accounts per user. */
  accounts: 50,
  /** Invitations per account in 24 hours, including revoked ones. */
  invitationsPerDay: 30,
  /** How long an invitation can be accepted. */
  invitationDays: 7,
} as const;
