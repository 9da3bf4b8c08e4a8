import { MONTHLY_WEB_SEARCHES } from './funds';
import type { Mode } from './charge';

/** One successful request of the web activities view. A search is one of the month's, or is paid for from the balance. */
export interface WebRequest {
  /** Of the usage event: a UUIDv7. */
  entryId: string;
  /** Derived from the request, so that it is the same for each repeat of it. */
  requestKey: string;
  accountId: string;
  credentialId: string;
  operation: string;
  mode: Mode;
  requestId: string;
  isSearch: boolean;
  /** Whether the month's searches are not limited; they are counted all the same. */
  isUnlimited: boolean;
  /** Of a search and of its later pages: the search, and the page; undefined for browsing. */
  searchKey: string | undefined;
  pageKey: string | undefined;
  /** That the page holds. */
  records: number;
}

/** Of one page of the web view. */
export const MAXIMUM_PAGE_RECORDS = 50;

export type WebVerdict =
  | 'recorded'
  /** It was recorded before: the month's searches at that time. */
  | 'repeated'
  /** It was recorded before as a search and now is not one, or the other way round. */
  | 'reused'
  /** The month's searches are used up. */
  | 'insufficient'
  /** They are used up, and the balance does not pay for the page. */
  | 'unpaid';

/** What became of a request; nothing was recorded unless the verdict is `recorded`. */
export interface WebOutcome {
  verdict: WebVerdict;
  /** Of the account in the month, this one included. */
  searches: bigint;
  /** That the balance paid for; of `unpaid`, that it would have to. */
  paidRecords: number;
  balanceMicros: bigint;
}

/** Searches of a month as an allowance. Accounts that search without limit may have used more than is granted. */
export function webAllowance(searches: bigint): { granted: bigint; used: bigint; remaining: bigint } {
  const granted = BigInt(MONTHLY_WEB_SEARCHES);
  return { granted, used: searches, remaining: searches < granted ? granted - searches : 0n };
}
