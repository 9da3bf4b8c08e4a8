/** The roles a member of an account can have. */
export const MEMBER_ROLES = ['owner', 'developer', 'billing', 'viewer'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

const EVERYONE = MEMBER_ROLES;
const OWNERS = ['owner'] as const;
const BUILDERS = ['owner', 'developer'] as const;
const PAYERS = ['owner', 'billing'] as const;
const READERS = ['owner', 'developer', 'viewer'] as const;
const BILLING_READERS = ['owner', 'billing', 'viewer'] as const;

/**
 * Which roles may do what in an account. Operations are those of the dashboard's API, by name, and `useCommandLine`:
 * having a session of the command-line client. Unlisted operations are denied. Searching counts as use, not as reading:
 * it consumes the account's records.
 */
export const PERMISSIONS = {
  // The user's own profile and sessions.
  getSession: EVERYONE,
  endSession: EVERYONE,
  switchAccount: EVERYONE,
  updateProfile: EVERYONE,
  listSessions: EVERYONE,
  revokeSession: EVERYONE,
  revokeAllSessions: EVERYONE,
  listCliSessions: EVERYONE,
  revokeCliSession: EVERYONE,
  leaveAccount: EVERYONE,
  getInvitation: EVERYONE,
  acceptInvitation: EVERYONE,

  getOverview: EVERYONE,
  getUsage: EVERYONE,
  getUsageFile: EVERYONE,
  listLogs: READERS,
  listMembers: EVERYONE,

  listKeys: READERS,
  createKey: BUILDERS,
  updateKey: BUILDERS,
  rollKey: BUILDERS,
  revokeKey: BUILDERS,

  getBilling: BILLING_READERS,
  listBillingEntries: BILLING_READERS,
  getReceipt: BILLING_READERS,
  beginTopUp: PAYERS,
  beginSubscription: PAYERS,
  setCancellation: PAYERS,
  openPortal: PAYERS,
  setPrepaidUse: PAYERS,
  getAlerts: BILLING_READERS,
  setAlerts: PAYERS,
  getAutoTopUp: BILLING_READERS,
  setAutoTopUp: PAYERS,
  saveCard: PAYERS,
  removeCard: PAYERS,

  listActivities: BUILDERS,
  getSearches: READERS,
  getSuggestions: READERS,
  getFilterOptions: READERS,
  getCompany: BUILDERS,
  getRelatedCompanies: BUILDERS,

  listSavedSearches: READERS,
  getSavedSearch: READERS,
  listDeliveries: READERS,
  getDigest: READERS,
  setDigest: BUILDERS,
  visitSavedSearch: BUILDERS,
  getNewActivities: BUILDERS,
  createSavedSearch: BUILDERS,
  updateSavedSearch: BUILDERS,
  deleteSavedSearch: BUILDERS,
  rotateWebhookSecret: BUILDERS,
  sendTestEvent: BUILDERS,
  replayDelivery: BUILDERS,
  replayDeliveries: BUILDERS,

  useCommandLine: BUILDERS,
  getDeviceLogin: BUILDERS,
  decideDeviceLogin: BUILDERS,
  authorize: BUILDERS,

  updateAccount: OWNERS,
  changeMemberRole: OWNERS,
  removeMember: OWNERS,
  createInvitation: OWNERS,
  revokeInvitation: OWNERS,
  // The audit log contains members' IP addresses.
  listAudit: OWNERS,
  listAuditPeople: OWNERS,
} as const satisfies Record<string, readonly MemberRole[]>;

export type PermittedOperation = keyof typeof PERMISSIONS;

/** The roles that may perform an operation in an account; none if it is not listed. */
export function rolesThatMay(operation: string): readonly MemberRole[] {
  return Object.hasOwn(PERMISSIONS, operation) ? PERMISSIONS[operation as PermittedOperation] : [];
}

/** Whether a role may perform an operation in an account. */
export function mayDo(role: MemberRole, operation: string): boolean {
  return rolesThatMay(operation).includes(role);
}
