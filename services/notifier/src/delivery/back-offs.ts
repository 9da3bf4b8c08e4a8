import { BackOff } from '@heliograph/runtime';
import { LRUCache } from 'lru-cache';
import type { Pause } from '../domain/queue-time';

/** A saved search that is deleted while it waits is never heard of again. */
const MAXIMUM_REMEMBERED = 20_000;

/** When saved searches are tried again: each one's pauses in a row get longer. */
export class BackOffs {
  private readonly bySearch: LRUCache<string, BackOff>;

  /** @param maximum saved searches that are remembered; the pauses of those least recently tried start over. */
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

  /** Its next pause is the shortest again. */
  forget(savedSearchId: string): void {
    this.bySearch.delete(savedSearchId);
  }
}
