import { crc32 } from 'node:zlib';
import { Gatherer, type GathererOptions } from './gatherer';

/**
 * Several gatherers side by side, so that batches overlap. Items with one lane key are always gathered together:
 * batches of different lanes then touch different rows and do not wait for each other's locks.
 */
export class Lanes<Item, Result> {
  private readonly gatherers: readonly Gatherer<Item, Result>[];

  constructor(
    lanes: number,
    private readonly laneKey: (item: Item) => string,
    options: GathererOptions<Item, Result>,
  ) {
    this.gatherers = Array.from({ length: lanes }, () => new Gatherer(options));
  }

  /** Items waiting for a batch. */
  get depth(): number {
    return this.gatherers.reduce((sum, gatherer) => sum + gatherer.depth, 0);
  }

  /** See {@link Gatherer.submit}. */
  submit(item: Item, deadline: number): Promise<Result> {
    return this.gatherers[crc32(this.laneKey(item)) % this.gatherers.length]!.submit(item, deadline);
  }

  /** Resolves when nothing waits and nothing is in flight. */
  async drain(): Promise<void> {
    await Promise.all(this.gatherers.map((gatherer) => gatherer.drain()));
  }
}
