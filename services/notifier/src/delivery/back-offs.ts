import { BackOff } from '@heliograph/runtime';
import { LRUCache } from 'lru-cache';
import type { Pause } from '../domain/queue-time';

/** Must be bounded: a saved search deleted while it waits is never forgotten explicitly. */
const MAXIMUM_REMEMBERED = 20_000;

/** When to retry saved searches; the consecutive pauses of each get longer. */
export class BackOffs {
  private readonly bySearch: LRUCache<string, BackOff>;

  /** @param maximum saved searches remembered; beyond it, the least recently tried start over. */
  constructor(
    private readonly limits: { firstMs: number; longestMs: number },
    maximum = MAXIMUM_REMEMBERED,
  ) {
    this.bySearch = new LRUCache({ max: maximum });
  }

  /** The pause before the next try. */
  next(savedSearchId: string): Pause {
    const backOff = this.bySearch.get(savedSearchId) ?? new BackOff(this.limits);
    this.bySearch.set(savedSearchId, backOff);
    return { inMs: backOff.nextMs() };
  }

  /** Resets the search to the shortest pause. */
  forget(savedSearchId: string): void {
    this.bySearch.delete(savedSearchId);
  }
}
