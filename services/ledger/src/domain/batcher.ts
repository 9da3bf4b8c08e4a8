import { unavailable } from '@heliograph/runtime';

/** Maximum size of a batch with more than one item. */
const MAXIMUM_BATCH_BYTES = 4 * 1024 * 1024;

/** The outcome of one item of a batch. */
export type Outcome<Result> = { result: Result } | { error: unknown };

export interface BatcherOptions<Item, Result> {
  /** Commits a batch and returns each item's outcome, in order. Must not reject. */
  commit: (items: readonly Item[]) => Promise<readonly Outcome<Result>[]>;
  /** Items that share a key are never in the same batch. */
  exclusiveKeys: (item: Item) => readonly string[];
  maximumBatch: number;
  /** An item's size in a batch; negligible by default. */
  bytesOf?: (item: Item) => number;
  /** Items that may wait before more are refused. */
  maximumWaiting: number;
}

interface Waiting<Item, Result> {
  item: Item;
  deadline: number;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Group commit: items that arrive while a batch is in flight form the next one and share the cost of a round trip and a
 * flush. One batch is in flight at a time; an idle batcher commits the items of one event-loop turn without waiting for
 * more.
 */
export class Batcher<Item, Result> {
  private waiting: Waiting<Item, Result>[] = [];
  private pumping: Promise<void> | undefined;

  constructor(private readonly options: BatcherOptions<Item, Result>) {}

  /** Items waiting for a batch. */
  get depth(): number {
    return this.waiting.length;
  }

  /**
   * @param deadline on the clock of `performance.now()`; an item still waiting then is refused with `unavailable` and
   *   never committed. Once sent, a batch runs to its end.
   * @throws ServiceError `unavailable` also when too many items wait; otherwise `commit`'s outcome for the item.
   */
  submit(item: Item, deadline: number): Promise<Result> {
    if (this.waiting.length >= this.options.maximumWaiting) {
      return Promise.reject(unavailable('too many items are waiting'));
    }
    return new Promise<Result>((resolve, reject) => {
      this.waiting.push({ item, deadline, resolve, reject });
      this.pumping ??= this.pump().finally(() => {
        this.pumping = undefined;
      });
    });
  }

  /** Resolves when nothing waits and nothing is in flight. */
  async drain(): Promise<void> {
    while (this.pumping) await this.pumping;
  }

  private async pump(): Promise<void> {
    // The rest of this turn belongs to the same batch.
    await new Promise(setImmediate);
    while (this.waiting.length > 0) {
      const batch = this.takeBatch();
      if (batch.length === 0) continue;
      const outcomes = await this.options.commit(batch.map((waiting) => waiting.item));
      batch.forEach((waiting, index) => {
        const outcome = outcomes[index];
        if (outcome && 'result' in outcome) waiting.resolve(outcome.result);
        else
          waiting.reject(
            outcome?.error ?? new Error('a batch was committed without an outcome for each item'),
          );
      });
    }
  }

  private takeBatch(): Waiting<Item, Result>[] {
    const now = performance.now();
    const batch: Waiting<Item, Result>[] = [];
    const deferred: Waiting<Item, Result>[] = [];
    const keys = new Set<string>();
    const { maximumBatch, bytesOf = () => 0 } = this.options;
    let bytes = 0;
    let index = 0;
    for (; index < this.waiting.length && batch.length < maximumBatch; index += 1) {
      const waiting = this.waiting[index]!;
      if (waiting.deadline <= now) {
        waiting.reject(unavailable('the deadline passed while it waited'));
        continue;
      }
      const itemKeys = this.options.exclusiveKeys(waiting.item);
      if (itemKeys.some((key) => keys.has(key))) {
        deferred.push(waiting);
        continue;
      }
      bytes += bytesOf(waiting.item);
      // An item over the limit gets its own batch.
      if (bytes > MAXIMUM_BATCH_BYTES && batch.length > 0) break;
      for (const key of itemKeys) keys.add(key);
      batch.push(waiting);
    }
    this.waiting = deferred.concat(this.waiting.slice(index));
    return batch;
  }
}
