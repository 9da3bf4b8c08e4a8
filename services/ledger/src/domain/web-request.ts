import { MONTHLY_WEB_SEARCHES } from './funds';
import type { Mode } from './charge';

/**
 * A successful request of the web activities view. A search uses the month's allowance, or is paid from the balance.
 */
export interface WebRequest {
  /** The usage event's UUIDv7. */
  entryId: string;
  /** Derived from the request, so every repeat has the same key. */
  requestKey: string;
  accountId: string;
  credentialId: string;
  operation: string;
  mode: Mode;
  requestId: string;
  isSearch: boolean;
  /** Whether the month's searches are unlimited; they are still counted. */
  isUnlimited: boolean;
  /** Whether to refuse the request if the balance would have to pay. */
  isFreeOnly: boolean;
  /** For a search and its later pages: the search, and the page; undefined for browsing. */
  searchKey: string | undefined;
  pageKey: string | undefined;
  /** Records on the page. */
  records: number;
}

/** Maximum per page of the web view. */
export const MAXIMUM_PAGE_RECORDS = 50;

export type WebVerdict =
  | 'recorded'
  /** Recorded before: with the month's searches at that time. */
  | 'repeated'
  /** Recorded before as a search and now not as one, or vice versa. */
  | 'reused'
  /** The month's searches are used up. */
  | 'insufficient'
  /** They are used up, and the balance cannot pay for the page, or must not. */
  | 'unpaid';

/** The outcome of a request; nothing was recorded unless the verdict is `recorded`. */
export interface WebOutcome {
  verdict: WebVerdict;
  /** The account's searches this month, including this one. */
  searches: bigint;
  /** Paid from the balance; with `unpaid`, what it would have to pay. */
  paidRecords: number;
  balanceMicros: bigint;
}

/** A month's searches as an allowance. Accounts with unlimited searches may have used more than granted. */
export function webAllowance(searches: bigint): { granted: bigint; used: bigint; remaining: bigint } {
  const granted = BigInt(MONTHLY_WEB_SEARCHES);
  return { granted, used: searches, remaining: searches < granted ? granted - searches : 0n };
}
