/** Limits of saved searches' email digests, which are set up in the dashboard. */
export const DIGEST = {
  /** Per account, and so emails per day. */
  maximum: 20,
  /** UTC. Weekly digests are sent on Mondays. */
  hour: 6,
  /** New signals are counted up to here. */
  counted: 1_000,
} as const;

export const DIGEST_FREQUENCIES = ['none', 'daily', 'weekly'] as const;
export type DigestFrequency = (typeof DIGEST_FREQUENCIES)[number];

/** Bounds of the balance at which an alert is emailed. */
export const ALERT = { minimumDollars: 1, maximumDollars: 10_000 } as const;
