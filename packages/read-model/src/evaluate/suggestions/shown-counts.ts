import type { NamedLabel } from '../../segment/label-tables';
import { isShown, type SegmentView } from '../../snapshot';
import type { Slices } from '../scan';

/** Kinds of names that can be suggested: companies, and some labels. */
export type NamedKind = 'company' | NamedLabel;

/** Rows read before others may run. */
const SLICE = 100_000;
/** Nanoseconds per row. */
const ROW_COST = 3;

/** By view and kind: views are immutable. */
const known = new WeakMap<SegmentView, Map<NamedKind, Uint32Array>>();

/** How many of a view's shown rows each company, or each value of a label, has. */
export function* shownCounts(view: SegmentView, kind: NamedKind): Slices<Uint32Array> {
  let ofView = known.get(view);
  if (!ofView) known.set(view, (ofView = new Map<NamedKind, Uint32Array>()));
  let counts = ofView.get(kind);
  if (!counts) ofView.set(kind, (counts = yield* count(view, kind)));
  return counts;
}

/** Expected nanoseconds of {@link shownCounts}. */
export function expectedCountsCost(view: SegmentView, kind: NamedKind): number {
  return known.get(view)?.has(kind) ? 0 : view.segment.rows * ROW_COST;
}

function* count(view: SegmentView, kind: NamedKind): Slices<Uint32Array> {
  const { companyTable, labelTables, postings } = view.segment;
  const { offsets, numbers } = kind === 'company' ? companyTable.rows : postings;
  const lists = kind === 'company' ? undefined : labelTables[kind].terms;
  const counts = new Uint32Array(lists?.length ?? companyTable.ids.length);
  let looked = 0;
  for (let index = 0; index < counts.length; index++) {
    const list = lists ? lists[index]! : index;
    const end = offsets[list + 1]!;
    for (let place = offsets[list]!; place < end; place++) {
      if (isShown(view, numbers[place]!)) counts[index]! += 1;
    }
    looked += end - offsets[list]! + 1;
    if (looked < SLICE) continue;
    looked = 0;
    yield;
  }
  return counts;
}
