import { normalizedKey } from '@heliograph/words';
import { companyOf } from '../segment/company-of';
import { candidatesOf } from '../segment/company-slots';
import type { Segment } from '../segment/segment';
import { namesHolding, numbersOf, phraseIn } from './names-holding';

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
export function companiesWithName({ companyTable, terms }: Segment, words: readonly string[]): Uint32Array {
  return numbersOf(namesHolding(companyTable.names, phraseIn(companyTable.names, terms, words)));
}
