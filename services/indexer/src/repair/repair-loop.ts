import { BackOff, type Logger } from '@heliograph/runtime';
import { setTimeout as delay } from 'node:timers/promises';
import type { ActiveCollection } from '../collections/active-collection';
import type { CollectionLoop } from '../collections/collection-loop';
import { ModelChangedError } from '../indexing/signal-indexing';
import { PartFailure } from '../blockers';
import type { RepairStore } from '../storage/repair-store';
import { repair, type RepairParts } from './repair';

interface RepairLoopParts {
  store: RepairStore;
  collections: CollectionLoop;
  repair: RepairParts;
  intervalMs: number;
  logger: Logger;
}

const POLL_MS = 250;

/** Runs on the leader: repairs when it becomes leader, on request, when the collection changes, and periodically. */
export class RepairLoop {
  constructor(private readonly parts: RepairLoopParts) {}

  async run(signal: AbortSignal): Promise<void> {
    const { store, collections, intervalMs, logger } = this.parts;
    const backOff = new BackOff();
    let repaired: string | undefined;
    let dueAt = 0;
    while (!signal.aborted) {
      try {
        const collection = collections.current;
        if (collection) {
          if (repaired !== keyOf(collection) || performance.now() >= dueAt) {
            await store.request();
            repaired = keyOf(collection);
            dueAt = performance.now() + intervalMs;
          }
          const { requested, done } = await store.read();
          if (requested > done) {
            await this.repair(collection, requested, signal);
            dueAt = performance.now() + intervalMs;
          }
        } else {
          // Without a model, events pass without being embedded, so even the same collection needs a repair afterward.
          repaired = undefined;
        }
        backOff.reset();
        await delay(POLL_MS, undefined, { signal });
      } catch (error) {
        if (signal.aborted) return;
        // A blocker is reported already, and needs no line of its own.
        if (!(error instanceof PartFailure || error instanceof ModelChangedError)) {
          logger.warn({ err: error }, 'a repair of the vector index failed; retrying');
        }
        await collections.refresh();
        await backOff.pause(signal);
      }
    }
  }

  /** Ends early if the collection is no longer the one to keep. */
  private async repair(collection: ActiveCollection, request: bigint, signal: AbortSignal): Promise<void> {
    const { store, collections, logger } = this.parts;
    const startedAt = performance.now();
    const ended = new AbortController();
    const watching = setInterval(() => {
      const { current } = collections;
      if (!current || keyOf(current) !== keyOf(collection)) ended.abort(new ModelChangedError());
    }, POLL_MS);
    try {
      const rest = await repair(this.parts.repair, collection, AbortSignal.any([signal, ended.signal]));
      await store.saveComparison(rest);
      await store.finish(request);
      logger.info(
        { ...rest, collection: collection.name, seconds: Math.round(performance.now() - startedAt) / 1_000 },
        'the vector index was compared with the catalog and repaired',
      );
    } finally {
      clearInterval(watching);
    }
  }
}

function keyOf({ name, epoch }: ActiveCollection): string {
  return `${name} ${epoch}`;
}
