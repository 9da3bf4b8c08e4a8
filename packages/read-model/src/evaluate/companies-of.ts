import { findKey } from '../segment/dictionary';
import { listOf } from '../segment/postings';
import type { Segment } from '../segment/segment';

const NO_COMPANIES = new Uint32Array(0);

/** The segment's companies with a label, ascending. */
export function companiesWithLabel({ terms, companyTable }: Segment, label: string): Uint32Array {
  const term = findKey(terms, label);
  return term === undefined ? NO_COMPANIES : listOf(companyTable.postings, term);
}

/** The segment's companies whose names hold words, adjacent and in order. */
export function companiesWithName(segment: Segment, words: readonly string[]): Uint32Array {
  const numbers: number[] = [];
  let fewest: Uint32Array | undefined;
  for (const word of words) {
    const number = findKey(segment.terms, word);
    if (number === undefined) return NO_COMPANIES;
    numbers.push(number);
    const list = listOf(segment.companyTable.postings, number);
    if (!fewest || list.length < fewest.length) fewest = list;
  }
  const { starts, words: names } = segment.companyTable.names;
  return (fewest ?? NO_COMPANIES).filter((company) => {
    const last = starts[company + 1]! - numbers.length;
    for (let place = starts[company]!; place <= last; place++) {
      if (numbers.every((number, offset) => names[place + offset] === number)) return true;
    }
    return false;
  });
}
