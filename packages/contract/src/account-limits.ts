/** Limits of what an account can set. */
export const ACCOUNT_LIMITS = {
  /** Characters in the name of an account, user, key, or device. */
  nameLength: 100,
  /** How many revoked and expired keys are listed: the ones that ended last. */
  endedKeys: 200,
  /** Records per UTC month. */
  monthlyCap: 1_000_000_000_000,
} as const;

/** Characters in what operators tell everyone: why access is restricted, and the status page's notice. */
export const MAXIMUM_MESSAGE_LENGTH = 500;
