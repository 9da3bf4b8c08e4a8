import type { SegmentView } from '../snapshot';
import type { Matcher } from './matchers';
import {
  copyRows,
  countBits,
  forEachBit,
  newWindow,
  WINDOW_ROWS,
  windowStart,
  withScratch,
  type Window,
} from './window';

/**
 * Work that can pause: it yields after each window, some microseconds of work, and its driver decides when to continue.
 */
export type Slices<Result> = Generator<void, Result, void>;

/**
 * The rows that match and are shown, a window at a time.
 *
 * @param from the first row wanted.
 * @param visit gets the window and its first row; false ends the scan.
 */
export function* scan(
  { segment, shown }: SegmentView,
  matcher: Matcher,
  from: number,
  visit: (window: Window, start: number) => unknown,
): Slices<void> {
  // Each scan has its own, because others may run while it pauses.
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

/** How many rows match. */
export function* countRows(view: SegmentView, matcher: Matcher): Slices<number> {
  let total = 0;
  yield* scan(view, matcher, 0, (window) => void (total += countBits(window)));
  return total;
}

/** Up to this many of the first matching rows. */
export function* firstRows(
  view: SegmentView,
  matcher: Matcher,
  from: number,
  most: number,
): Slices<number[]> {
  const rows: number[] = [];
  yield* scan(view, matcher, from, (window, start) => {
    forEachBit(window, (bit) => rows.push(start + bit) < most);
    return rows.length < most;
  });
  return rows;
}

/**
 * All matching rows, without a pause: for segments of a few windows, where a scan's own window costs more than the
 * rest.
 */
export function rowsAtOnce({ segment, shown }: SegmentView, matcher: Matcher): number[] {
  const rows: number[] = [];
  for (let row = matcher.seek(0); row < segment.rows;) {
    const start = windowStart(row);
    withScratch((window) => {
      copyRows(window, shown, start);
      matcher.filter(window, start);
      forEachBit(window, (bit) => void rows.push(start + bit));
    });
    row = matcher.seek(start + WINDOW_ROWS);
  }
  return rows;
}
