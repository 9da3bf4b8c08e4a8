import { LABEL_PREFIXES } from '../../labels';
import { keyOf } from '../../segment/dictionary';
import type { LabelTable, NamedLabel } from '../../segment/label-tables';
import type { Segment } from '../../segment/segment';
import type { Snapshot } from '../../snapshot';
import { MostFrequent, type FacetCount } from '../facets/most-frequent';
import { namesHolding, numbersOf, phraseIn } from '../names-holding';
import type { Slices } from '../scan';
import { shownCounts } from './shown-counts';

/**
 * The values of a label that the most shown signals have, among those that hold a phrase, of which the last word may be a beginning.
 *
 * @param others values that are found in any case.
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
    const matching = numbersOf(namesHolding(names, phraseIn(names, segment.terms, words, true)));
    const { values, numbers } = valuesOf(segment, kind);
    const found = new Set(matching);
    for (const other of others) if (numbers.has(other)) found.add(numbers.get(other)!);
    for (const number of found) {
      if (counts[number] === 0) continue;
      const value = values[number]!;
      totals.set(value, (totals.get(value) ?? 0) + counts[number]!);
    }
    yield;
  }
  const best = new MostFrequent(limit);
  for (const [value, count] of totals) if (best.wants(count)) best.add({ value, count });
  return best.values;
}

interface LabelValues {
  values: readonly string[];
  numbers: ReadonlyMap<string, number>;
}

/** By table, since those never change: texts are made once. */
const known = new WeakMap<LabelTable, LabelValues>();

function valuesOf({ labelTables, terms }: Segment, kind: NamedLabel): LabelValues {
  const table = labelTables[kind];
  let found = known.get(table);
  if (!found) {
    const from = LABEL_PREFIXES[kind].length;
    const values = Array.from(table.terms, (term) => keyOf(terms, term).slice(from));
    found = { values, numbers: new Map(values.map((value, number) => [value, number])) };
    known.set(table, found);
  }
  return found;
}
