import type { VectorIndex } from '@heliograph/vector-index';
import { differencesOf, type Differences, type IndexedPoint } from '../domain/differences';
import type { Blockers } from '../blockers';
import type { CatalogReader } from '../storage/catalog-reader';

export interface WalkParts {
  index: VectorIndex;
  catalog: CatalogReader;
  blockers: Blockers;
}

const PAGE = 1_000;
const LOWEST = '0';

/**
 * Compares catalog, stored vectors, and vector index in ranges of ids, holding at most two pages. The index is always
 * read before the tables, so that whatever it has is in them by then.
 */
export async function* walk(
  { index, catalog, blockers }: WalkParts,
  collection: { id: number; name: string },
): AsyncGenerator<Differences> {
  let points: IndexedPoint[] = [];
  let lastScanned: string | undefined;
  let isIndexRead = false;
  let after = LOWEST;
  for (;;) {
    if (points.length === 0 && !isIndexRead) {
      const page = { after: lastScanned, limit: PAGE };
      points = await blockers.watchRead('index', () => index.scan(collection.name, page));
      isIndexRead = points.length < PAGE;
      lastScanned = points.at(-1)?.id ?? lastScanned;
    }
    const until = isIndexRead ? undefined : lastScanned;
    const from = after;
    const signals = await blockers.watch('database', () =>
      catalog.comparePage(collection.id, from, until, PAGE),
    );
    // A full page ends the range; what the index has beyond it waits for the next one.
    const end = signals.length === PAGE ? signals.at(-1)!.id : until;
    const within = end === undefined ? points.length : countUntil(points, end);
    yield differencesOf(signals, points.slice(0, within));
    points = points.slice(within);
    if (end === undefined) return;
    after = end;
  }
}

/** How many of the points, in ascending order, are not beyond an id. */
function countUntil(points: readonly IndexedPoint[], end: string): number {
  const last = BigInt(end);
  const beyond = points.findIndex(({ id }) => BigInt(id) > last);
  return beyond < 0 ? points.length : beyond;
}
