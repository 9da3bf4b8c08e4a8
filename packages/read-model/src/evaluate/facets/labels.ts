import type { FacetName } from '@heliograph/contract';
import { LABEL_PREFIXES } from '../../labels';
import type { Slices } from '../scan';
import { labelSetsOf, type LabelSets } from './label-sets';
import type { Matched } from './matched-rows';

/** The facets whose values are labels of signals. */
type LabelFacet = Exclude<FacetName, 'company' | 'month'>;

const PREFIXES: Record<LabelFacet, string> = {
  category: LABEL_PREFIXES.category,
  country: LABEL_PREFIXES.country,
  city: LABEL_PREFIXES.city,
  industry: LABEL_PREFIXES.industry,
  size: LABEL_PREFIXES.size,
  hiringState: LABEL_PREFIXES.hiring.types,
  hiringFunction: LABEL_PREFIXES.hiring.functions,
  hiringSeniority: LABEL_PREFIXES.hiring.seniorities,
  hiringEmployment: LABEL_PREFIXES.hiring.employmentTypes,
  hiringWorkArrangement: LABEL_PREFIXES.hiring.workArrangements,
  fundingStage: LABEL_PREFIXES.fundingStage,
  fundingCurrency: LABEL_PREFIXES.fundingCurrency,
};

/** Words of 32 rows read before yielding. */
const SLICE = 1_024;

/** Counts the matches with each value of a facet; values without a match are omitted. */
export function* tallyLabels(name: LabelFacet, { views }: Matched): Slices<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { view, bits } of views) {
    const sets = yield* labelSetsOf(view.segment, PREFIXES[name]);
    const byLabel = new Uint32Array(sets.values.length);
    for (let from = 0; from < bits.length; from += SLICE) {
      countLabels(byLabel, sets, bits, from, Math.min(bits.length, from + SLICE));
      yield;
    }
    addCounts(counts, byLabel, sets);
  }
  return counts;
}

/** Counts the labels of the rows set in some words. Loops outside generators: V8 optimizes them sooner. */
function countLabels(
  byLabel: Uint32Array,
  { setOf, parents, added }: LabelSets,
  bits: Uint32Array,
  from: number,
  to: number,
): void {
  for (let word = from; word < to; word++) {
    for (let left = bits[word]! | 0; left !== 0; left &= left - 1) {
      let set = setOf[word * 32 + 31 - Math.clz32(left & -left)]!;
      for (; set !== 0; set = parents[set]!) byLabel[added[set]!]! += 1;
    }
  }
}

function addCounts(counts: Map<string, number>, byLabel: Uint32Array, { values }: LabelSets): void {
  for (let label = 0; label < byLabel.length; label++) {
    const found = byLabel[label]!;
    if (found === 0) continue;
    const value = values[label]!;
    counts.set(value, (counts.get(value) ?? 0) + found);
  }
}
