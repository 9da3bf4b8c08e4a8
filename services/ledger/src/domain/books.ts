/** Charges of a month that have account, credential, channel and operation in common, as their entries say. */
export interface ChargeSum {
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

/** Something kept beside the entries that is not what the entries say. */
export interface BookDifference {
  accountId: string;
  /** A fund (`balance_micros`, …), or `requests` or `records` of a month. */
  field: string;
  /** Of a month's totals: credential, channel and operation. */
  detail: string;
  expected: bigint;
  actual: bigint;
}

export interface Verification {
  accounts: bigint;
  entries: bigint;
  /** {@link MAXIMUM_DIFFERENCES} at most. */
  differences: BookDifference[];
  differenceCount: bigint;
}

/** Of one verification. */
export const MAXIMUM_DIFFERENCES = 1_000;

/** Accounts of one page of totals. */
export const ACCOUNTS_OF_A_PAGE = 500;

/** What a credential used in a month. */
export interface CredentialUsage {
  credentialId: string;
  /** The first of the keys that replaced one another; its own id when it replaced none. */
  lineageId: string;
  requests: bigint;
  records: bigint;
}
