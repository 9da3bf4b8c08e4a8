import {
  allRows,
  formatSignalId,
  matchesAll,
  parseSignalId,
  readQuery,
  rowOf,
  isShown,
  type Found,
  type SignalFilters,
  type SignalId,
  type Slices,
  type Snapshot,
} from '@heliograph/read-model';
import type { PoolPage, PoolRequest, Rank } from '../domain/pool';
import { itemsWithSimilarity } from './items-json';

interface Ranked extends Found, SignalId {
  similarityMillionths: number;
}

/**
 * A pool's signals that pass the filters. Filters, including company-scoped groups, see only the pool's signals.
 *
 * @param today the UTC day that relative days count from.
 */
export function* searchPool(
  query: SignalFilters,
  request: PoolRequest,
  today: number,
  snapshot: Snapshot,
): Slices<PoolPage> {
  const pool = shownOf(request, snapshot);
  yield;
  // An index may rank more finely than by millionths: among equal millionths, the greatest id comes first.
  const matched = (yield* matchingOf(pool, query, today, snapshot)).sort(nearestFirst);
  const { after } = request;
  const from = after ? matched.findIndex((ranked) => isAfter(ranked, after)) : 0;
  const following = from < 0 ? [] : matched.slice(from);
  const found = following.slice(0, request.limit);
  const last = found.at(-1);
  return {
    itemsJson: itemsWithSimilarity(found, request.fields),
    itemCount: found.length,
    next:
      last && following.length > found.length
        ? { similarityMillionths: last.similarityMillionths, id: formatSignalId(last.high, last.low) }
        : null,
    poolSize: pool.length,
    matched: matched.length,
    nextOrdinal: snapshot.nextOrdinal,
  };
}

/** The pool's signals that pass the filters. */
function* matchingOf(
  pool: Ranked[],
  query: SignalFilters,
  today: number,
  snapshot: Snapshot,
): Slices<Ranked[]> {
  // Most semantic searches have no filters, and finding the pool's rows is most of their work here.
  if (matchesAll(readQuery(query, today))) return pool;
  const read = readQuery(query, today, { kind: 'ids', ids: pool });
  const matching = new Map(snapshot.views.map((view) => [view, new Set<number>()]));
  for (const { view, row } of yield* allRows(read, snapshot)) matching.get(view)!.add(row);
  return pool.filter(({ view, row }) => matching.get(view)!.has(row));
}

/** The pool's signals that the catalog shows, and had at the cut-off. */
function shownOf({ pool, publishedUntilMs, ordinalBelow }: PoolRequest, { views }: Snapshot): Ranked[] {
  const shown: Ranked[] = [];
  // The low half first: memory is little-endian on every machine this program runs on.
  const halves = new Uint32Array(pool.ids.buffer, pool.ids.byteOffset, 2 * pool.ids.length);
  for (let place = 0; place < pool.ids.length; place++) {
    const [low, high] = [halves[2 * place]!, halves[2 * place + 1]!];
    const similarityMillionths = pool.similarityMillionths[place]!;
    for (const view of views) {
      const row = rowOf(view.segment, high, low);
      if (row < 0 || !isShown(view, row)) continue;
      const { segment } = view;
      const isThere =
        segment.publishedAt[row]! <= publishedUntilMs &&
        (ordinalBelow === undefined || segment.ordinals[row]! < ordinalBelow);
      if (isThere) shown.push({ view, row, high, low, similarityMillionths });
      break;
    }
  }
  return shown;
}

const compareIds = (a: SignalId, b: SignalId) => a.high - b.high || a.low - b.low;

const nearestFirst = (a: Ranked, b: Ranked) =>
  b.similarityMillionths - a.similarityMillionths || compareIds(b, a);

function isAfter(ranked: Ranked, { similarityMillionths, id }: Rank): boolean {
  if (ranked.similarityMillionths !== similarityMillionths) {
    return ranked.similarityMillionths < similarityMillionths;
  }
  const place = parseSignalId(id);
  // Beyond every id: everything equally similar comes after.
  return !place || compareIds(ranked, place) < 0;
}
