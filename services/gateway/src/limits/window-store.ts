import type { WindowCounts } from '../domain/rate-limits';

/** Counts requests of accounts in UTC minutes. */
export interface WindowStore {
  /**
   * Counts one request (and one search) of an account and says what the account has used of this minute.
   *
   * @param nowMs milliseconds since the Unix epoch, by this process' clock.
   */
  take(accountId: string, isSearch: boolean, nowMs: number): WindowCounts | Promise<WindowCounts>;
}
