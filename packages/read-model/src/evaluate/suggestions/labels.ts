import { LABEL_PREFIXES } from '../../labels';
import { findKey, keyOf } from '../../segment/dictionary';
import type { LabelTable, NamedLabel } from '../../segment/label-tables';
import type { Segment } from '../../segment/segment';
import type { Snapshot } from '../../snapshot';
import { numbersOf } from '../../segment/bits';
import { MostFrequent, type FacetCount } from '../facets/most-frequent';
import { namesContaining, phraseIn } from '../names-containing';
import type { Slices } from '../scan';
import { shownCounts } from './shown-counts';

/**
 * A label's values with the most shown signals among those that contain a phrase; its last word may be incomplete.
 *
 * @param others values included regardless of their words.
 */
export function* suggestLabels(
  kind: NamedLabel,
  words: readonly string[],
  others: readonly string[],
  limit: number,
  snapshot: Snapshot,
): Slices<FacetCount[]> {
  const totals = new Map<string, number>();
  for (const view of snapshot.views) {
    const { segment } = view;
    const { names } = segment.labelTables[kind];
    const counts = yield* shownCounts(view, kind);
    const phrase = phraseIn(names, segment.terms, words, true);
    const found = new Set(numbersOf(namesContaining(names, phrase)));
    for (const other of others) found.add(numberOf(segment, kind, other));
    for (const number of found) {
      const count = counts[number] ?? 0;
      if (count === 0) continue;
      const value = valueOf(segment, kind, number);
      totals.set(value, (totals.get(value) ?? 0) + count);
    }
    yield;
  }
  const best = new MostFrequent(limit);
  for (const [value, count] of totals) if (best.wants(count)) best.add({ value, count });
  return best.values;
}

/** A value's index among the segment's; -1 when none of its signals has it. */
function numberOf({ labelTables, terms }: Segment, kind: NamedLabel, value: string): number {
  const term = findKey(terms, LABEL_PREFIXES[kind] + value);
  return term === undefined ? -1 : labelTables[kind].terms.indexOf(term);
}

/** By table, because tables are immutable: each text is created once. */
const known = new WeakMap<LabelTable, string[]>();

function valueOf({ labelTables, terms }: Segment, kind: NamedLabel, number: number): string {
  const table = labelTables[kind];
  let values = known.get(table);
  if (!values) known.set(table, (values = new Array<string>(table.terms.length)));
  return (values[number] ??= keyOf(terms, table.terms[number]!).slice(LABEL_PREFIXES[kind].length));
}
