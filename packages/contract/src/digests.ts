/** Limits of the email digests of saved searches, which are set in the dashboard. */
export const DIGEST = {
  /** Per account, and so its mails per day. */
  maximum: 20,
  /** UTC. Weekly ones are sent on Mondays. */
  hour: 6,
  /** More new signals are not counted. */
  counted: 1_000,
} as const;

export const DIGEST_FREQUENCIES = ['none', 'daily', 'weekly'] as const;
export type DigestFrequency = (typeof DIGEST_FREQUENCIES)[number];

/** Bounds of the email alert about a balance. */
export const ALERT = { minimumDollars: 1, maximumDollars: 10_000 } as const;
