import type { SegmentView, Snapshot } from '../../snapshot';
import { matchersOf, matchesAll, type ReadQuery } from '../plan';
import { scan, type Slices } from '../scan';
import { countBits, WINDOW_ROWS } from '../window';

/** A view's matching rows, one bit each. */
export interface MatchedView {
  view: SegmentView;
  bits: Uint32Array;
  count: number;
}

/** A query's matches in each view that has any. */
export interface Matched {
  views: MatchedView[];
  total: number;
  /** Whether every shown row matches. */
  isAll: boolean;
}

export function* matchedRows(query: ReadQuery, snapshot: Snapshot): Slices<Matched> {
  const matchers = yield* matchersOf(query, snapshot);
  const views: MatchedView[] = [];
  let total = 0;
  for (const [index, view] of snapshot.views.entries()) {
    const bits = new Uint32Array((Math.ceil(view.segment.rows / WINDOW_ROWS) * WINDOW_ROWS) / 32);
    let count = 0;
    yield* scan(view, matchers[index]!, 0, (window, start) => {
      bits.set(window, start >>> 5);
      count += countBits(window);
    });
    total += count;
    if (count > 0) views.push({ view, bits, count });
  }
  return { views, total, isAll: matchesAll(query) };
}

export const isMatched = (bits: Uint32Array, row: number) => ((bits[row >>> 5]! >>> (row & 31)) & 1) === 1;
