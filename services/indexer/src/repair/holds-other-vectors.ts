import type { VectorIndex } from '@heliograph/vector-index';
import type { Blockers } from '../blockers';
import type { ActiveCollection } from '../collections/active-collection';
import type { VectorStore } from '../storage/vector-store';

/** Both indexes return a vector's similarity to itself within this, in millionths. */
const SAME = 990_000;
/** Signals may have the same text; with more than this many like one, nothing can be said of it. */
const ALIKE = 100;
/** The latest time that JavaScript represents, in epoch milliseconds. */
const ANY_TIME = 8_640_000_000_000_000;

interface Parts {
  index: VectorIndex;
  store: Pick<VectorStore, 'sampleIndexed'>;
  blockers: Blockers;
}

/**
 * Whether the index has none of the vectors looked for: its files are another installation's, whose signals may have the
 * same ids and versions.
 */
export async function holdsOtherVectors(
  { index, store, blockers }: Parts,
  { id: collectionId, name }: Pick<ActiveCollection, 'id' | 'name'>,
): Promise<boolean> {
  const points = await blockers.watch('database', () => store.sampleIndexed(collectionId));
  for (const { id, vector } of points) {
    const { ids, similarityMillionths } = await blockers.watchRead('index', () =>
      index.query(name, { vector, limit: ALIKE, publishedUntilMs: ANY_TIME }),
    );
    const alike = ids.filter((_, place) => similarityMillionths[place]! >= SAME);
    if (alike.length === ALIKE || alike.includes(BigInt(id))) return false;
  }
  return points.length > 0;
}
