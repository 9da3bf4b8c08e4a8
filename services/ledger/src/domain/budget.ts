import { BUDGET_DAYS, BUDGET_ID, MAXIMUM_BUDGET_RECORDS, MINIMUM_BUDGET_RECORDS } from '@heliograph/contract';

/** What an account lets be charged under an id of its own, by any of its credentials. */
export interface Budget {
  id: string;
  /** The most that may be charged under the id within the window, by the request at hand. */
  records: number;
}

/** For how long a record counts: this long, and up to an hour longer. */
export const BUDGET_WINDOW_SECONDS = BUDGET_DAYS * 24 * 60 * 60;

export const isBudgetId = (text: string): boolean => BUDGET_ID.test(text);

export const isBudgetSize = (records: number): boolean =>
  Number.isInteger(records) && records >= MINIMUM_BUDGET_RECORDS && records <= MAXIMUM_BUDGET_RECORDS;

/** Records that a budget leaves when so many are used: none when a request before had a larger one. */
export function budgetLeft({ records }: Budget, used: bigint): bigint {
  return used < BigInt(records) ? BigInt(records) - used : 0n;
}

/** The id by which a budget of test keys is kept: one that no live key can name. */
export const testBudgetId = (id: string): string => `test:${id}`;
