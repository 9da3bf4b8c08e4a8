/** Bounds of what an account sets. */
export const ACCOUNT_LIMITS = {
  /** Characters in the name of an account, a user, a key, or a device. */
  nameLength: 100,
  /** Revoked and expired keys that are listed: those that ended last. */
  endedKeys: 200,
  /** Records per UTC month. */
  monthlyCap: 1_000_000_000_000,
} as const;
