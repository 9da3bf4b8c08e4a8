import { normalizedKey } from '@heliograph/words';
import { companyOf } from '../segment/company-of';
import { candidatesOf } from '../segment/company-slots';
import { findKey } from '../segment/dictionary';
import { listOf } from '../segment/postings';
import type { Segment } from '../segment/segment';

const NO_COMPANIES = new Uint32Array(0);

/** The segment's companies with a slug, or with a name that is equal after normalizing. */
export function companiesWith(segment: Segment, by: 'slug' | 'nameKey', key: string): Uint32Array {
  const { slugs, nameKeys } = segment.companyTable;
  return Uint32Array.from(
    candidatesOf(by === 'slug' ? slugs : nameKeys, key).filter((company) => {
      const { slug, name } = companyOf(segment, company);
      return (by === 'slug' ? slug : normalizedKey(name)) === key;
    }),
  );
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
  if (numbers.length === 1 && fewest) return fewest;
  const { starts, words: names } = segment.companyTable.names;
  return (fewest ?? NO_COMPANIES).filter((company) => {
    const last = starts[company + 1]! - numbers.length;
    for (let place = starts[company]!; place <= last; place++) {
      if (numbers.every((number, offset) => names[place + offset] === number)) return true;
    }
    return false;
  });
}
