import type { FacetName } from '@heliograph/contract';
import { LABEL_PREFIXES } from '../../labels';
import type { DictionaryData } from '../../segment/dictionary';
import type { Slices } from '../scan';
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

/** Numbers read before others may run; a value costs as much as this many. */
const SLICE = 100_000;
const VALUE = 50;

/** How many of the matches have each value of a facet; values without a match are omitted. */
export function* tallyLabels(name: LabelFacet, { views }: Matched): Slices<Map<string, number>> {
  const counts = new Map<string, number>();
  let looked = 0;
  for (const { view, bits } of views) {
    const { offsets, numbers } = view.segment.postings;
    const { terms, values } = labelsOf(view.segment.terms, PREFIXES[name]);
    for (let index = 0; index < terms.length; index++) {
      const term = terms[index]!;
      let count = 0;
      for (let place = offsets[term]!, end = offsets[term + 1]!; place < end; place++) {
        const row = numbers[place]!;
        count += (bits[row >>> 5]! >>> (row & 31)) & 1;
      }
      if (count > 0) counts.set(values[index]!, (counts.get(values[index]!) ?? 0) + count);
      looked += offsets[term + 1]! - offsets[term]! + VALUE;
      if (looked < SLICE) continue;
      looked = 0;
      yield;
    }
  }
  return counts;
}

interface Labels {
  terms: Uint32Array;
  /** Without the prefix. */
  values: string[];
}

/** By dictionary and prefix: dictionaries are immutable. */
const known = new WeakMap<DictionaryData, Map<string, Labels>>();

const decoder = new TextDecoder();

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
  const terms: number[] = [];
  const values: string[] = [];
  for (let term = 0; term + 1 < offsets.length; term++) {
    const start = offsets[term]!;
    if (offsets[term + 1]! - start < wanted.length) continue;
    if (!wanted.every((byte, index) => bytes[start + index] === byte)) continue;
    terms.push(term);
    // A decoder does not read shared memory.
    values.push(decoder.decode(bytes.slice(start + wanted.length, offsets[term + 1])));
  }
  return { terms: Uint32Array.from(terms), values };
}
