import type { VectorIndex, VectorPoint } from '@heliograph/vector-index';
import type { ActiveCollection } from '../collections/active-collection';
import { decodeHalves } from '../domain/half-floats';
import { planSignals, type TextOfSignal } from '../domain/plan';
import type { CatalogSignal } from '../domain/signal';
import type { Blockers } from '../blockers';
import type { VectorStore } from '../storage/vector-store';
import type { Limiter } from './limiter';
import type { EmbeddedText, TextEmbedder } from './text-embedder';
import type { Withdrawer } from './withdrawer';
import { withinGrace } from './within-grace';

interface SignalIndexingParts {
  store: VectorStore;
  index: VectorIndex;
  embedder: TextEmbedder;
  withdrawer: Withdrawer;
  /** Limits concurrent calls of the embedding service across the whole program. */
  embeddingCalls: Limiter;
  blockers: Blockers;
  metrics: { embedded(texts: number): void; reused(signals: number): void };
}

/** A signal whose text can never be embedded. */
export interface RefusedSignal {
  id: string;
  reason: string;
}

/** The embedding service has switched away from the collection's model, or the index has lost the collection. */
export class ModelChangedError extends Error {
  constructor() {
    super('the embedding service has another model, or the index has lost the collection');
    this.name = 'ModelChangedError';
  }
}

/** Points per upsert: the most that a query waits behind. */
const POINTS_AT_ONCE = 500;
/** After this many rounds with interfering changes by others, the work is given back. */
const MAXIMUM_ROUNDS = 5;

/** Indexes signals in a collection: their vectors in the table, then their points in the index. */
export class SignalIndexing {
  private readonly underWay = new Map<string, number>();
  private changes = 0;

  constructor(private readonly parts: SignalIndexingParts) {}

  /** Increases whenever something was stored. */
  get changeCount(): number {
    return this.changes;
  }

  isUnderWay(id: string): boolean {
    return this.underWay.has(id);
  }

  /**
   * Indexes signals; each id may occur only once. Safe to repeat, even with outdated signals: versions decide. Finished
   * work is not repeated: vectors are stored as they arrive, and a text that has one is not embedded.
   *
   * @returns those whose texts can never be embedded.
   * @param stopping ends it early; calls in progress get a moment to finish.
   * @throws PartFailure when the embedding service, the index, or the database cannot be used now; ModelChangedError.
   */
  async index(
    collection: ActiveCollection,
    signals: readonly CatalogSignal[],
    stopping: AbortSignal,
  ): Promise<RefusedSignal[]> {
    for (const { id } of signals) this.underWay.set(id, (this.underWay.get(id) ?? 0) + 1);
    try {
      return await withinGrace(stopping, this.indexAll(collection, signals, stopping));
    } finally {
      for (const { id } of signals) {
        const others = this.underWay.get(id)! - 1;
        if (others > 0) this.underWay.set(id, others);
        else this.underWay.delete(id);
      }
    }
  }

  /** Writes the stored vectors of signals to the index. */
  async putIntoIndex(collection: ActiveCollection, ids: readonly string[]): Promise<void> {
    await this.upsert(
      collection,
      await this.onDatabase(() => this.parts.store.readPoints(collection.id, ids)),
    );
  }

  /**
   * Removes the points of signals that are not embedded from the index, and records that for those that have not
   * changed meanwhile.
   */
  async removeFromIndex(collection: ActiveCollection, ids: readonly string[]): Promise<void> {
    const { store, index, blockers } = this.parts;
    const { known } = await this.onDatabase(() => store.readSignals(collection.id, ids));
    const gone = ids.filter((id) => known.get(id)?.state !== 'embedded');
    if (gone.length === 0) return;
    await blockers.watch('index', () => index.remove(collection.name, gone));
    const stored = gone.flatMap((id) => {
      const signal = known.get(id);
      return signal ? [{ id, version: signal.version }] : [];
    });
    if (stored.length > 0) await this.markIndexed(collection, stored);
    this.changes += 1;
  }

  private async indexAll(
    collection: ActiveCollection,
    signals: readonly CatalogSignal[],
    stopping: AbortSignal,
  ): Promise<RefusedSignal[]> {
    const { store, withdrawer } = this.parts;
    const points = new Map<string, VectorPoint>();
    const toLoad = new Set<string>();
    const refused = new Map<string, RefusedSignal>();
    let open = signals;
    for (let round = 1; open.length > 0; round += 1) {
      if (round > MAXIMUM_ROUNDS) throw new Error('signals are changed faster than they are indexed');
      const ids = open.map(({ id }) => id);
      const { known, withdrawn } = await this.onDatabase(() => store.readSignals(collection.id, ids));
      // Companies are read in their current state: one that changed since the event gives its signals another version,
      // whose event follows.
      const companies = collection.readsCompanies
        ? await this.onDatabase(() => store.readCompanies(ids))
        : undefined;
      const plan = planSignals(
        open,
        (id) => known.get(id),
        (id) => withdrawn.get(id),
        (id) => companies?.get(id),
      );
      await withdrawer.withdraw(plan.withdraw);
      for (const id of plan.putIntoIndex) toLoad.add(id);
      const left = new Map([...plan.embed, ...plan.reuse].map(({ signal }) => [signal.id, signal]));
      const done = (id: string) => left.delete(id);
      await Promise.all([
        this.reuse(collection, plan.reuse, (id) => {
          toLoad.add(id);
          done(id);
        }),
        this.embed(collection, plan.embed, stopping, {
          onPoint: (point) => {
            points.set(point.id, point);
            done(point.id);
          },
          onRefused: (signal) => {
            refused.set(signal.id, signal);
            done(signal.id);
          },
        }),
      ]);
      // Another process changed the rest between read and write: another pass finds what is left to do.
      open = [...left.values()];
    }
    // If the process dies here, the vectors are stored but not known to be indexed; they are indexed when the signals
    // are redelivered.
    if (refused.size > 0) await this.removeFromIndex(collection, [...refused.keys()]);
    if (toLoad.size > 0) {
      const loaded = await this.onDatabase(() => store.readPoints(collection.id, [...toLoad]));
      for (const point of loaded) points.set(point.id, point);
    }
    await this.upsert(collection, [...points.values()]);
    return [...refused.values()];
  }

  private async reuse(
    collection: ActiveCollection,
    signals: readonly TextOfSignal[],
    onDone: (id: string) => void,
  ): Promise<void> {
    if (signals.length === 0) return;
    const stored = await this.onDatabase(() => this.parts.store.reuseVectors(collection.id, signals));
    this.parts.metrics.reused(stored.size);
    this.changes += stored.size;
    for (const id of stored) onDone(id);
  }

  /** Embeds each text once, and stores the results call by call, so what was paid for is kept whatever follows. */
  private async embed(
    collection: ActiveCollection,
    signals: readonly TextOfSignal[],
    stopping: AbortSignal,
    outcome: { onPoint(point: VectorPoint): void; onRefused(signal: RefusedSignal): void },
  ): Promise<void> {
    const byHash = new Map<string, TextOfSignal[]>();
    for (const signal of signals) {
      const same = byHash.get(signal.hash);
      if (same) same.push(signal);
      else byHash.set(signal.hash, [signal]);
    }
    const groups = [...byHash.values()];
    const calls: Promise<void>[] = [];
    const size = this.parts.embedder.largestBatch(collection);
    for (let at = 0; at < groups.length; at += size) {
      const part = groups.slice(at, at + size);
      calls.push(this.embedPart(collection, part, stopping, outcome));
    }
    const failed = (await Promise.allSettled(calls)).find(({ status }) => status === 'rejected');
    if (failed) throw (failed as PromiseRejectedResult).reason;
  }

  private async embedPart(
    collection: ActiveCollection,
    groups: readonly TextOfSignal[][],
    stopping: AbortSignal,
    { onPoint, onRefused }: { onPoint(point: VectorPoint): void; onRefused(signal: RefusedSignal): void },
  ): Promise<void> {
    const { store, embedder, embeddingCalls, blockers, metrics } = this.parts;
    const embedded = await embeddingCalls.run(async () => {
      stopping.throwIfAborted();
      return blockers.watch('embedding', () =>
        embedder.embed(
          groups.map(([first]) => first!.text),
          collection,
        ),
      );
    });
    if (embedded === undefined) throw new ModelChangedError();
    const each = groups.flatMap((signals, index) =>
      signals.map((signal) => ({ signal, result: embedded[index]! })),
    );
    const vectors = each.filter(hasVector);
    if (vectors.length > 0) {
      const stored = await this.onDatabase(() =>
        store.storeVectors(
          collection.id,
          vectors.map(({ signal }) => signal),
          vectors.map(({ result }) => result.vector),
        ),
      );
      metrics.embedded(embedded.filter((result) => 'vector' in result).length);
      this.changes += stored.size;
      for (const { signal, result } of vectors) {
        if (stored.has(signal.signal.id)) onPoint(pointOf(signal.signal, result.vector));
      }
    }
    const refusals = each.filter(hasRefusal);
    if (refusals.length > 0) {
      const marked = await this.onDatabase(() =>
        store.markUnembeddable(
          collection.id,
          refusals.map(({ signal }) => signal),
        ),
      );
      this.changes += marked.size;
      for (const { signal, result } of refusals) {
        if (marked.has(signal.signal.id)) onRefused({ id: signal.signal.id, reason: result.refusal });
      }
    }
  }

  private async upsert(collection: ActiveCollection, points: readonly VectorPoint[]): Promise<void> {
    const { index, blockers } = this.parts;
    for (let at = 0; at < points.length; at += POINTS_AT_ONCE) {
      const part = points.slice(at, at + POINTS_AT_ONCE);
      await blockers.watch('index', () => index.upsert(collection.name, part));
      // If the process dies before this line, or its epoch is old, the points exist but do not count until they are put
      // again.
      const marked = await this.markIndexed(collection, part);
      this.changes += marked.size;
      // Withdrawn between read and upsert: the index may have been told to remove the point before it existed.
      const changed = part.filter(({ id }) => !marked.has(id)).map(({ id }) => id);
      if (changed.length > 0) await this.removeFromIndex(collection, changed);
    }
  }

  private async markIndexed(
    { id, epoch }: ActiveCollection,
    signals: readonly { id: string; version: bigint }[],
  ): Promise<Set<string>> {
    const marked = await this.onDatabase(() => this.parts.store.markIndexed(id, signals, epoch));
    if (marked === undefined) throw new ModelChangedError();
    return marked;
  }

  private onDatabase<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.parts.blockers.watch('database', work);
  }
}

function pointOf({ id, version, publishedAtMs, ordinal }: CatalogSignal, vector: Buffer): VectorPoint {
  // As it would be read back: the index is a function of the table.
  return { id, version, publishedAtMs, ordinal, vector: decodeHalves(vector) };
}

interface Each<Result> {
  signal: TextOfSignal;
  result: Result;
}

function hasVector(each: Each<EmbeddedText>): each is Each<{ vector: Buffer }> {
  return 'vector' in each.result;
}

function hasRefusal(each: Each<EmbeddedText>): each is Each<{ refusal: string }> {
  return 'refusal' in each.result;
}
