import { onDatabase } from '@heliograph/postgres';
import type { indexer } from '@heliograph/proto';
import type { Context } from '../context';

/** The index's progress. Figures from before the call never claim that nothing remains. */
export function getStatus(context: Context): Promise<indexer.IndexStatus> {
  return onDatabase(() => read(context));
}

async function read(context: Context): Promise<indexer.IndexStatus> {
  const { collections, collectionStore, progress, repairs, blockers, reports } = context;
  const collection = collections.current;
  // Before the counts, so that they include every event processed by then.
  const lag = BigInt(await context.lag());
  const { requested, done } = await repairs.read();
  const common = { repairing: requested > done, blocker: blockers.text, lag };
  if (!collection) {
    const signals = BigInt(await reports.countSignals());
    const nothing = { collection: '', model: '', embedded: 0n, dead: 0n, complete: false };
    return { ...nothing, ...common, signals, remaining: signals };
  }
  const { signals, embedded, dead } = await progress.read(collection.id);
  return {
    ...common,
    collection: collection.name,
    model: collection.modelName,
    signals: BigInt(signals),
    embedded: BigInt(embedded),
    remaining: BigInt(signals - embedded - dead),
    dead: BigInt(dead),
    complete: await collectionStore.isComplete(collection.name, signals),
  };
}
