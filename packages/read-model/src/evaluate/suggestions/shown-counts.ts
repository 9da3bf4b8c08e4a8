import type { NamedLabel } from '../../segment/label-tables';
import { setsOfLists } from '../../segment/postings';
import type { SegmentView } from '../../snapshot';
import { countsByTerm, type ChosenSets } from '../counts-by-term';
import type { Slices } from '../scan';

/** Kinds of names to suggest: companies, and some labels. */
export type NamedKind = 'company' | NamedLabel;

/** Nanoseconds per row. */
const ROW_COST = 3;

/** By view and kind: views are immutable. */
const known = new WeakMap<SegmentView, Map<NamedKind, Uint32Array>>();

/** Counts a view's shown rows for each company, or for each value of a label. */
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

function count({ segment, shown }: SegmentView, kind: NamedKind): Slices<Uint32Array> {
  const { companyTable, labelTables, rowSets } = segment;
  const sets: ChosenSets =
    kind === 'company'
      ? { sets: setsOfLists(companyTable.rows) }
      : { sets: rowSets, chosen: labelTables[kind].terms };
  return countsByTerm(sets, shown);
}
