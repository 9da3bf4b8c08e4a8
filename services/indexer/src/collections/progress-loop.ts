import type { Logger } from '@heliograph/runtime';
import type { VectorIndex } from '@heliograph/vector-index';
import { setTimeout as delay } from 'node:timers/promises';
import type { SignalIndexing } from '../indexing/signal-indexing';
import { unlessMissing } from '../indexing/withdrawer';
import type { Blockers } from '../blockers';
import type { CatalogReader } from '../storage/catalog-reader';
import type { CollectionStore } from '../storage/collection-store';
import type { ActiveCollection } from './active-collection';
import type { CollectionLoop } from './collection-loop';
import { isOpen, type Progress } from './progress';

interface ProgressLoopParts {
  collections: CollectionLoop;
  progress: Progress;
  store: CollectionStore;
  catalog: CatalogReader;
  index: VectorIndex;
  indexing: SignalIndexing;
  blockers: Blockers;
  /** How long an unused collection is kept. */
  graceMs: number;
  logger: Logger;
}

const POLL_MS = 250;
const HELD_UP_PAUSE_MS = 10_000;
const OLD_COLLECTIONS_INTERVAL_MS = 5_000;

/** Runs on the leader: publishes the collection's progress to searches and drops replaced collections. */
export class ProgressLoop {
  /** What was published last, and the state it depended on if nothing was left. */
  private lastPublished: { collection: string; state: string | undefined; at: number } | undefined;
  private cleanedAt = -Infinity;

  constructor(private readonly parts: ProgressLoopParts) {}

  async run(signal: AbortSignal): Promise<void> {
    let isFailing = false;
    while (!signal.aborted) {
      try {
        const collection = this.parts.collections.current;
        if (collection) await this.round(collection);
        isFailing = false;
      } catch (error) {
        if (!isFailing)
          this.parts.logger.warn({ err: error }, 'progress of the collection could not be measured');
        isFailing = true;
      }
      await delay(POLL_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  private async round(collection: ActiveCollection): Promise<void> {
    const { blockers, progress, store, graceMs } = this.parts;
    if (performance.now() - this.cleanedAt > Math.min(OLD_COLLECTIONS_INTERVAL_MS, graceMs)) {
      // Set first: if dropping fails, for example because something has locked the old collection's table, the next
      // rounds go on without it.
      this.cleanedAt = performance.now();
      await this.dropOld(collection);
    }
    const pauseMs = blockers.text === '' ? progress.pauseMs : Math.max(progress.pauseMs, HELD_UP_PAUSE_MS);
    const before = await this.state(collection);
    const isEarly =
      this.lastPublished?.collection === collection.name &&
      performance.now() < this.lastPublished.at + pauseMs;
    if (isEarly || this.lastPublished?.state === before) return;
    const counts = await progress.read(collection.id);
    await store.saveProgress(collection.id, counts);
    this.lastPublished = {
      collection: collection.name,
      state: isOpen(counts) ? undefined : before,
      at: performance.now(),
    };
  }

  /** What the figures depend on, as far as is cheap to check. */
  private async state({ name, epoch }: ActiveCollection): Promise<string> {
    return `${name} ${epoch} ${await this.parts.catalog.version()} ${this.parts.indexing.changeCount}`;
  }

  private async dropOld(collection: ActiveCollection): Promise<void> {
    const { store, index, graceMs, logger } = this.parts;
    for (const name of await store.listOld(collection.id, graceMs)) {
      await store.retire(name);
      await index.drop(name).catch(unlessMissing);
      // If the process dies before this line, the old collection is found again.
      await store.drop(name);
      logger.info({ collection: name, replacedBy: collection.name }, 'a collection was dropped');
    }
  }
}
