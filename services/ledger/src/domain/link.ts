/** A charge, or the correction of one, in its account's chain (docs/adr/0029-receipts.md). */
export interface Link {
  sequence: bigint;
  eventId: string;
  /** ISO 8601 in UTC with milliseconds, as hashed. */
  at: string;
  operation: string;
  /** Undefined for operations without one. */
  mode: string | undefined;
  /** Negative for a refund, like the amount. */
  records: number;
  amountMicros: bigint;
  requestId: string;
  /** In hexadecimal; undefined if no response hash was given. */
  answerSha256: string | undefined;
  /** Hash of the previous link, in hexadecimal; zeros for the first. */
  previous: string;
}

/** A chain's position at a link. */
export interface ChainPoint {
  sequence: number;
  /** The link's own hash, in hexadecimal. */
  hash: string;
}

/** The totals of a month's links. */
export interface MonthOfLinks {
  totals: { requests: number; records: number; amountMicros: number };
  /** Undefined without a link in the month. */
  first: ChainPoint | undefined;
  last: ChainPoint | undefined;
  /** Links whose hash does not match the entry. */
  wrongLinks: number;
  /** Later links are not included. Milliseconds since the Unix epoch by the database's clock, like the links' times. */
  asOfMs: number;
}

export const MAXIMUM_LINKS = 500;
