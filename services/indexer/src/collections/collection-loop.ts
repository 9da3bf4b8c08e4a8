import type { embedding } from '@heliograph/proto';
import { ServiceError, uuidv7, type Logger, type RpcClient } from '@heliograph/runtime';
import type { VectorIndex } from '@heliograph/vector-index';
import type { Blockers } from '../blockers';
import type { CollectionStore } from '../storage/collection-store';
import { collectionName, type ActiveCollection } from './active-collection';

interface CollectionLoopParts {
  embedding: Pick<RpcClient<typeof embedding.EmbeddingServiceService>, 'getModel'>;
  index: VectorIndex;
  store: CollectionStore;
  blockers: Blockers;
  logger: Logger;
  /** Pause between two checks of the model. */
  intervalMs: number;
}

const ANSWER_MS = 5_000;
/** Pause between two checks while the embedding service or the index does not answer. */
const RETRY_INTERVAL_MS = 1_000;

/** Tracks the current model's collection, and makes sure that it exists in the database and the index. */
export class CollectionLoop {
  private active: ActiveCollection | undefined;
  private refreshing: Promise<void> | undefined;
  private following: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;
  /** Whether no provider is configured, according to the embedding service. */
  private none = false;

  constructor(private readonly parts: CollectionLoopParts) {}

  /** Undefined while there is no model, or it is not known yet. */
  get current(): ActiveCollection | undefined {
    return this.active;
  }

  /** Whether there is no model to wait for. */
  get isWithoutModel(): boolean {
    return this.none;
  }

  /** Checks now, then periodically. */
  start(): void {
    void this.look();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    while (this.refreshing) await this.refreshing;
  }

  /**
   * Asks for the model now; never rejects. Call it when the model, or its collection, turns out to have changed: a
   * check in progress may have asked earlier, so another follows it.
   */
  refresh(): Promise<void> {
    if (this.refreshing) {
      this.following ??= this.refreshing.then(() => {
        this.following = undefined;
        return this.refresh();
      });
      return this.following;
    }
    this.refreshing = this.update()
      .catch((error: unknown) =>
        this.parts.logger.debug({ err: error }, 'the collection could not be checked'),
      )
      .finally(() => (this.refreshing = undefined));
    return this.refreshing;
  }

  private async look(): Promise<void> {
    await this.refresh();
    if (this.isStopped) return;
    const isSettled = (this.active !== undefined && !this.parts.blockers.has('index')) || this.none;
    this.timer = setTimeout(
      () => void this.look(),
      isSettled ? this.parts.intervalMs : Math.min(RETRY_INTERVAL_MS, this.parts.intervalMs),
    );
    this.timer.unref();
  }

  private async update(): Promise<void> {
    const model = await this.askForModel();
    if (model === undefined) return;
    const { blockers, store, logger } = this.parts;
    const definition = {
      name: collectionName(model.identity),
      identity: model.identity,
      modelName: model.name,
      dimensions: model.dimensions,
    };
    const { id, epoch } = await blockers.watch('database', () => store.ensure(definition));
    // Read before the index: whatever is stored as indexed by now must be in it then.
    const hasIndexed = await blockers.watch('database', () => store.hasIndexed(id));
    const isLost = await blockers.watchRead('index', () => this.prepareIndex(definition));
    const collection = {
      ...definition,
      id,
      epoch,
      largestBatch: Math.max(1, model.largestBatch),
      readsCompanies: model.readsCompanies === true,
    };
    if (isLost && hasIndexed) {
      // If the process dies before this line, the index is empty while the table says otherwise, which the next check
      // detects again.
      collection.epoch = (
        await blockers.watch('database', () => store.declareLost(id, definition.name))
      ).epoch;
      logger.warn({ collection: definition.name }, 'the vector index lost the collection; refilling it');
    }
    if (this.active?.name !== collection.name) {
      logger.info(
        { collection: collection.name, model: collection.modelName },
        'signals are embedded with this model',
      );
    }
    this.active = collection;
  }

  private async askForModel(): Promise<embedding.Model | undefined> {
    const { blockers } = this.parts;
    try {
      const model = await this.parts.embedding.getModel({}, { requestId: uuidv7(), timeoutMs: ANSWER_MS });
      blockers.clear('model');
      this.none = false;
      return model;
    } catch (error) {
      blockers.note('model', error);
      this.none = error instanceof ServiceError && error.code === 'semantic_unavailable';
      if (this.none) {
        this.active = undefined;
        // Nothing is embedded anymore, so nothing is blocked.
        blockers.clear('embedding');
      }
      return undefined;
    }
  }

  /** Whether the collection is empty: created, recreated, or emptied by another program. */
  private async prepareIndex(definition: { name: string; dimensions: number }): Promise<boolean> {
    const { index } = this.parts;
    const { isNew } = await index.prepare(definition);
    if (isNew) return true;
    const info = (await index.list()).find(({ name }) => name === definition.name);
    return info !== undefined && info.points === 0;
  }
}
