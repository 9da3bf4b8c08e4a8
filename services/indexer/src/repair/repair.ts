import type { ActiveCollection } from '../collections/active-collection';
import { ModelChangedError, type SignalIndexing } from '../indexing/signal-indexing';
import type { ComparisonSummary } from '../storage/repair-store';
import type { VectorStore } from '../storage/vector-store';
import { backfill, type BackfillParts } from './backfill';
import { compare } from './compare';
import { holdsOtherVectors } from './holds-other-vectors';
import { walk, type WalkParts } from './walk';

export type RepairParts = WalkParts & BackfillParts & { store: VectorStore; indexing: SignalIndexing };

/**
 * Makes stored vectors and index match the catalog: fills the index from the table, removes what the catalog lacks, and
 * embeds what has no vector. Safe to end anywhere and to restart.
 *
 * @returns the remaining differences, which arrived meanwhile.
 * @throws ModelChangedError when the index had another installation's vectors: it is empty now, which counts as lost.
 */
export async function repair(
  parts: RepairParts,
  collection: ActiveCollection,
  signal: AbortSignal,
): Promise<ComparisonSummary> {
  const { indexing, store } = parts;
  if (await holdsOtherVectors(parts, collection)) {
    await parts.blockers.watch('index', () => parts.index.drop(collection.name));
    throw new ModelChangedError();
  }
  const first: ComparisonSummary = { missing: 0, surplus: 0 };
  let hasChanged = false;
  let hasUnembedded = false;
  for await (const found of walk(parts, collection)) {
    signal.throwIfAborted();
    first.missing += found.missing.length;
    first.surplus += found.surplus.length;
    hasUnembedded ||= found.hasUnembedded;
    // Leave alone what a batch is indexing at this moment.
    const isIdle = (id: string) => !indexing.isUnderWay(id);
    const toForget = found.toForget.filter(isIdle);
    const toRemove = found.toRemove.filter(isIdle);
    const toPut = found.toPut.filter(isIdle);
    if (toForget.length > 0) {
      await parts.blockers.watch('database', () => store.forget(collection.id, toForget));
      hasUnembedded = true;
    }
    // No upsert replaces a point newer than its vector, and `removeFromIndex` skips embedded signals, so it is removed
    // here, before the vector is put.
    const toReplace = new Set(toPut);
    const newer = toRemove.filter((id) => toReplace.has(id));
    if (newer.length > 0) {
      await parts.blockers.watch('index', () => parts.index.remove(collection.name, newer));
    }
    const gone = toRemove.filter((id) => !toReplace.has(id));
    if (gone.length > 0) await indexing.removeFromIndex(collection, gone);
    if (toPut.length > 0) await indexing.putIntoIndex(collection, toPut);
    hasChanged ||= toForget.length + toRemove.length + toPut.length > 0;
  }
  if (hasUnembedded) await backfill(parts, collection, signal);
  if (!hasChanged && !hasUnembedded) return first;
  return compare(parts, collection, () => signal.aborted);
}
