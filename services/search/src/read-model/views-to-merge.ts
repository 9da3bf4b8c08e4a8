import type { SegmentView } from '@heliograph/read-model';

/** More segments than this make searches slower. */
const MAXIMUM_VIEWS = 6;
/**
 * A segment joins a merge when it has at most this many times the rows of all smaller ones: each signal is merged a
 * bounded number of times.
 */
const GROWTH = 2;

/** The smallest segments, to merge into one; none while there are few. */
export function viewsToMerge(views: readonly SegmentView[]): SegmentView[] {
  if (views.length <= MAXIMUM_VIEWS) return [];
  const ascending = [...views].sort((a, b) => a.segment.rows - b.segment.rows);
  const chosen = ascending.slice(0, 2);
  let rows = chosen.reduce((sum, { segment }) => sum + segment.rows, 0);
  for (const view of ascending.slice(2)) {
    if (view.segment.rows > rows * GROWTH) break;
    chosen.push(view);
    rows += view.segment.rows;
  }
  return chosen;
}
