import { BUDGET_DAYS, BUDGET_ID, MAXIMUM_BUDGET_RECORDS, MINIMUM_BUDGET_RECORDS } from '@heliograph/contract';

/** What an account may be charged under an id that it chose, across all its credentials. */
export interface Budget {
  id: string;
  /** Maximum charged under the id within the window, including this request. */
  records: number;
}

/** A charged record counts for this long, and up to an hour longer. */
export const BUDGET_WINDOW_SECONDS = BUDGET_DAYS * 24 * 60 * 60;

export const isBudgetId = (text: string): boolean => BUDGET_ID.test(text);

export const isBudgetSize = (records: number): boolean =>
  Number.isInteger(records) && records >= MINIMUM_BUDGET_RECORDS && records <= MAXIMUM_BUDGET_RECORDS;

/** Records left in a budget; 0 if an earlier request had a larger one and used more. */
export function budgetLeft({ records }: Budget, used: bigint): bigint {
  return used < BigInt(records) ? BigInt(records) - used : 0n;
}

/** The id of a test key's budget; no live key can use it. */
export const testBudgetId = (id: string): string => `test:${id}`;
