/** Bounds of what an account sets. */
export const ACCOUNT_LIMITS = {
  /** Characters in the name of an account, a user, a key, or a device. */
  nameLength: 100,
  /** Records per UTC month. */
  monthlyCap: 1_000_000_000_000,
} as const;
