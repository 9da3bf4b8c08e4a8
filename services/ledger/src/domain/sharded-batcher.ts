import { crc32 } from 'node:zlib';
import { Batcher, type BatcherOptions } from './batcher';

/**
 * Several batchers in parallel, so that batches overlap. Items with the same shard key always go to the same shard, so
 * batches of different shards touch different rows and do not wait for each other's locks.
 */
export class ShardedBatcher<Item, Result> {
  private readonly shards: readonly Batcher<Item, Result>[];

  constructor(
    shards: number,
    private readonly shardKey: (item: Item) => string,
    options: BatcherOptions<Item, Result>,
  ) {
    this.shards = Array.from({ length: shards }, () => new Batcher(options));
  }

  /** Items waiting for a batch. */
  get depth(): number {
    return this.shards.reduce((sum, batcher) => sum + batcher.depth, 0);
  }

  /** See {@link Batcher.submit}. */
  submit(item: Item, deadline: number): Promise<Result> {
    return this.shards[crc32(this.shardKey(item)) % this.shards.length]!.submit(item, deadline);
  }

  /** Resolves when nothing waits and nothing is in flight. */
  async drain(): Promise<void> {
    await Promise.all(this.shards.map((batcher) => batcher.drain()));
  }
}
