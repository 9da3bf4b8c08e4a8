/** A month's charges by account, credential, channel, and operation, totaled from their entries. */
export interface ChargeTotal {
  accountId: string;
  credentialId: string;
  channel: string;
  operation: string;
  requests: bigint;
  records: bigint;
  /** How the records were paid; the three sum to `records`. */
  allowanceRecords: bigint;
  prepaidRecords: bigint;
  subscriptionRecords: bigint;
  prepaidMicros: bigint;
}

/** A fund, a total, an hour of a budget, or a chain of receipts that does not match the entries. */
export interface Difference {
  accountId: string;
  /**
   * A fund (`balance_micros`, …), `requests` or `records` of a month, or `budget_records`. For a chain: `receipts` and
   * `receipt_head`, its end; `receipt_hash`, a link that does not match its entry; `without_receipt`, charges and
   * corrections without links.
   */
  field: string;
  /**
   * For a month's totals: credential, channel, and operation. For a budget: its id and the hour, in UTC. For a wrong
   * link: its sequence.
   */
  detail: string;
  expected: bigint;
  actual: bigint;
}

export interface Verification {
  accounts: bigint;
  entries: bigint;
  /** At most {@link MAXIMUM_DIFFERENCES}. */
  differences: Difference[];
  differenceCount: bigint;
}

/** Differences per verification. */
export const MAXIMUM_DIFFERENCES = 1_000;

/** Accounts per page of totals. */
export const ACCOUNTS_OF_A_PAGE = 500;
