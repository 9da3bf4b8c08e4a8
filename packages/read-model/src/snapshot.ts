import type { Segment } from './segment/segment';

/** A segment, and which of its rows are shown: published, not withdrawn, and of their signal's latest version. */
export interface SegmentView {
  segment: Segment;
  /** One bit per row. Immutable: showing or hiding a row creates a new view. */
  shown: Uint32Array;
  /** Rows not yet published, soonest first. */
  scheduled: readonly number[];
}

/** The corpus at one version of the catalog. A scan keeps the snapshot it started with. */
export interface Snapshot {
  views: readonly SegmentView[];
  /** The catalog's version. */
  version: number;
  /** The next new signal's ordinal. */
  nextOrdinal: number;
}

export const isShown = ({ shown }: SegmentView, row: number) =>
  ((shown[row >>> 5]! >>> (row & 31)) & 1) === 1;

/** A view of all of the segment's rows, whenever they are published. */
export function viewOfAll(segment: Segment): SegmentView {
  const shown = new Uint32Array(Math.ceil(segment.rows / 32)).fill(0xffff_ffff);
  // Clear the bits past the last row: they would count as rows.
  if (segment.rows % 32 > 0) shown[shown.length - 1] = 2 ** (segment.rows % 32) - 1;
  return { segment, shown, scheduled: [] };
}

/**
 * A segment, and which of its rows are not withdrawn and of the latest version of their signal: those shown now or at
 * their publication time.
 */
export interface KeptRows {
  segment: Segment;
  /** A bit for each row. */
  rows: Uint32Array;
}

/** What a snapshot consists of, independent of the time. */
export function keptRows({ views }: Pick<Snapshot, 'views'>): KeptRows[] {
  return views.map(({ segment, shown, scheduled }) => {
    const rows = shown.slice();
    for (const row of scheduled) rows[row >>> 5]! |= 1 << (row & 31);
    return { segment, rows };
  });
}
