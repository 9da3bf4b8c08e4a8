import type { SegmentView } from '../snapshot';
import type { Matcher } from './matchers';
import {
  appendRows,
  copyRows,
  countBits,
  newWindow,
  WINDOW_ROWS,
  windowStart,
  withScratch,
  type Window,
} from './window';

/** Pausable work: yields after each window (some microseconds of work), and its driver decides when to continue. */
export type Slices<Result> = Generator<void, Result, void>;

/**
 * Visits the rows that match and are shown, one window at a time.
 *
 * @param from the first row wanted.
 * @param visit gets the window and its first row; returning false ends the scan.
 */
export function* scan(
  { segment, shown }: SegmentView,
  matcher: Matcher,
  from: number,
  visit: (window: Window, start: number) => unknown,
): Slices<void> {
  // Each scan has its own window, because others may run while it pauses.
  const window = newWindow();
  for (let row = matcher.seek(from); row < segment.rows;) {
    const start = windowStart(row);
    copyRows(window, shown, start);
    if (from > start) {
      window.fill(0, 0, (from - start) >>> 5);
      window[(from - start) >>> 5]! &= -1 << ((from - start) & 31);
    }
    matcher.filter(window, start);
    if (visit(window, start) === false) return;
    yield;
    row = matcher.seek(start + WINDOW_ROWS);
  }
}

/** Counts the rows that match and are shown. */
export function* countRows(view: SegmentView, matcher: Matcher): Slices<number> {
  let total = 0;
  yield* scan(view, matcher, 0, (window) => void (total += countBits(window)));
  return total;
}

/** The first matching rows, up to a limit. */
export function* firstRows(
  view: SegmentView,
  matcher: Matcher,
  from: number,
  maximum: number,
): Slices<number[]> {
  const rows: number[] = [];
  yield* scan(view, matcher, from, (window, start) => {
    appendRows(rows, window, start, maximum);
    return rows.length < maximum;
  });
  return rows;
}

/** All matching rows, without pausing: for segments of a few windows, where a scan's own overhead would dominate. */
export function rowsAtOnce({ segment, shown }: SegmentView, matcher: Matcher): number[] {
  const rows: number[] = [];
  for (let row = matcher.seek(0); row < segment.rows;) {
    const start = windowStart(row);
    withScratch((window) => {
      copyRows(window, shown, start);
      matcher.filter(window, start);
      appendRows(rows, window, start, Infinity);
    });
    row = matcher.seek(start + WINDOW_ROWS);
  }
  return rows;
}
