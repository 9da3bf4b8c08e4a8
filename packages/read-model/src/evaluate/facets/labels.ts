import type { FacetName } from '@heliograph/contract';
import { LABEL_PREFIXES } from '../../labels';
import type { DictionaryData } from '../../segment/dictionary';
import { countsByTerm } from '../counts-by-term';
import type { Slices } from '../scan';
import type { Matched } from './matched-rows';
import { decoder } from '../../segment/decoder';

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

/** Counts the matches with each value of a facet; values without a match are omitted. */
export function* tallyLabels(name: LabelFacet, { views }: Matched): Slices<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { view, bits, count } of views) {
    const { rowSets, terms } = view.segment;
    const { numbers, values } = labelsOf(terms, PREFIXES[name]);
    const ofView = yield* countsByTerm({ sets: rowSets, chosen: numbers }, bits, count);
    for (let index = 0; index < ofView.length; index++) {
      const found = ofView[index]!;
      if (found > 0) counts.set(values[index]!, (counts.get(values[index]!) ?? 0) + found);
    }
  }
  return counts;
}

interface Labels {
  /** Their numbers in the dictionary. */
  numbers: Uint32Array;
  /** Without the prefix. */
  values: string[];
}

/** By dictionary and prefix: dictionaries are immutable. */
const known = new WeakMap<DictionaryData, Map<string, Labels>>();

/** The labels of a dictionary that begin with a prefix. */
function labelsOf(dictionary: DictionaryData, prefix: string): Labels {
  let ofDictionary = known.get(dictionary);
  if (!ofDictionary) known.set(dictionary, (ofDictionary = new Map<string, Labels>()));
  let labels = ofDictionary.get(prefix);
  if (!labels) ofDictionary.set(prefix, (labels = findLabels(dictionary, prefix)));
  return labels;
}

function findLabels({ bytes, offsets }: DictionaryData, prefix: string): Labels {
  const wanted = new TextEncoder().encode(prefix);
  const numbers: number[] = [];
  const values: string[] = [];
  for (let term = 0; term + 1 < offsets.length; term++) {
    const start = offsets[term]!;
    if (offsets[term + 1]! - start < wanted.length) continue;
    if (!wanted.every((byte, index) => bytes[start + index] === byte)) continue;
    numbers.push(term);
    values.push(decoder.decode(bytes.subarray(start + wanted.length, offsets[term + 1])));
  }
  return { numbers: Uint32Array.from(numbers), values };
}
