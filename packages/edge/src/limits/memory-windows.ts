import { BoundedMap } from './bounded-map';
import { minuteOf, type WindowCounts, type WindowUse } from './rate-limits';
import type { WindowStore } from './window-store';

const MAXIMUM_ACCOUNTS = 100_000;

/**
 * Windows in this process: exact for a single gateway. All counts end with the minute, so memory is bounded by one
 * minute's accounts; beyond the bound, the minute's oldest account restarts from zero.
 */
export class MemoryWindows implements WindowStore {
  private minute = -1;
  private readonly counts: BoundedMap<WindowCounts>;

  constructor(maximumAccounts: number = MAXIMUM_ACCOUNTS) {
    this.counts = new BoundedMap(maximumAccounts);
  }

  take(accountId: string, isSearch: boolean, nowMs: number): WindowUse {
    const counts = this.countsOf(accountId, nowMs);
    counts.requests++;
    if (isSearch) counts.searches++;
    // Return a copy: requests that arrive while this one is being checked must not change its count.
    return { ...counts, atMs: nowMs };
  }

  /** What an account has used this minute, as far as this process knows. */
  seen(accountId: string, nowMs: number): WindowUse {
    const counts = minuteOf(nowMs) === this.minute ? this.counts.get(accountId) : undefined;
    return { requests: counts?.requests ?? 0, searches: counts?.searches ?? 0, atMs: nowMs };
  }

  /** Adopts another store's counts if they are higher. Ignores counts of an earlier minute. */
  raise(accountId: string, seen: WindowUse): void {
    if (minuteOf(seen.atMs) < this.minute) return;
    const counts = this.countsOf(accountId, seen.atMs);
    counts.requests = Math.max(counts.requests, seen.requests);
    counts.searches = Math.max(counts.searches, seen.searches);
  }

  private countsOf(accountId: string, nowMs: number): WindowCounts {
    const minute = minuteOf(nowMs);
    if (minute !== this.minute) {
      this.minute = minute;
      this.counts.clear();
    }
    let counts = this.counts.get(accountId);
    if (!counts) {
      counts = { requests: 0, searches: 0 };
      this.counts.set(accountId, counts);
    }
    return counts;
  }
}
