/** A charge, or the correction of one, in its account's chain (docs/adr/0029-receipts.md). */
export interface Link {
  sequence: bigint;
  eventId: string;
  /** ISO 8601 in UTC with milliseconds, as it is hashed. */
  at: string;
  operation: string;
  /** Undefined for operations without one. */
  mode: string | undefined;
  /** Below zero where they are taken off again; so the amount. */
  records: number;
  amountMicros: bigint;
  requestId: string;
  /** In hexadecimal; undefined where no hash of an answer was given. */
  answerSha256: string | undefined;
  /** Hash of the link before, in hexadecimal; zeros for the first. */
  previous: string;
}

/** Where a chain is at a link. */
export interface ChainPoint {
  sequence: number;
  /** Of the link itself, in hexadecimal. */
  hash: string;
}

/** What the links of a month come to. */
export interface MonthOfLinks {
  totals: { requests: number; records: number; amountMicros: number };
  /** Undefined without a link in the month. */
  first: ChainPoint | undefined;
  last: ChainPoint | undefined;
  /** Links whose hash is not that of what was entered. */
  wrongLinks: number;
}

export const MAXIMUM_LINKS = 500;
