import { MONTHLY_WEB_SEARCHES } from './funds';
import type { Mode } from './charge';

/** A successful request of the web activities view. A search is one of the month's, or is paid for from the balance. */
export interface WebRequest {
  /** The usage event's UUIDv7. */
  entryId: string;
  /** Derived from the request, so that every repeat has the same one. */
  requestKey: string;
  accountId: string;
  credentialId: string;
  operation: string;
  mode: Mode;
  requestId: string;
  isSearch: boolean;
  /** Whether the month's searches are unlimited; they are counted anyway. */
  isUnlimited: boolean;
  /** Whether it is refused when the balance would have to pay. */
  isFreeOnly: boolean;
  /** For a search and its later pages: the search, and the page; undefined for browsing. */
  searchKey: string | undefined;
  pageKey: string | undefined;
  /** That the page holds. */
  records: number;
}

/** Per page of the web view. */
export const MAXIMUM_PAGE_RECORDS = 50;

export type WebVerdict =
  | 'recorded'
  /** It was recorded before: the month's searches at that time. */
  | 'repeated'
  /** It was recorded before as a search and now is not one, or vice versa. */
  | 'reused'
  /** The month's searches are used up. */
  | 'insufficient'
  /** They are used up, and the balance does not pay for the page, or was not to. */
  | 'unpaid';

/** The outcome of a request; nothing was recorded unless the verdict is `recorded`. */
export interface WebOutcome {
  verdict: WebVerdict;
  /** The account's this month, including this one. */
  searches: bigint;
  /** Paid by the balance; with `unpaid`, what it would have to pay. */
  paidRecords: number;
  balanceMicros: bigint;
}

/** A month's searches as an allowance. Accounts with unlimited searches may have used more than granted. */
export function webAllowance(searches: bigint): { granted: bigint; used: bigint; remaining: bigint } {
  const granted = BigInt(MONTHLY_WEB_SEARCHES);
  return { granted, used: searches, remaining: searches < granted ? granted - searches : 0n };
}
