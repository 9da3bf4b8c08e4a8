import { normalizedKey } from '@heliograph/words';
import { companyOf } from '../segment/company-of';
import { candidatesOf } from '../segment/company-slots';
import { textOf } from '../segment/packed-texts';
import type { Segment } from '../segment/segment';
import { numbersOf } from '../segment/bits';
import { namesHolding, phraseIn } from './names-holding';

/** The segment's companies with a slug, or with a name that is equal after normalizing. */
export function companiesWith(segment: Segment, by: 'slug' | 'nameKey', key: string): Uint32Array {
  const { slugs, nameKeys, slugTexts } = segment.companyTable;
  const has =
    by === 'slug'
      ? (company: number) => textOf(slugTexts, company) === key
      : (company: number) => normalizedKey(companyOf(segment, company).name) === key;
  return Uint32Array.from(candidatesOf(by === 'slug' ? slugs : nameKeys, key).filter(has));
}

/** The segment's companies whose names contain words, adjacent and in order. */
export function companiesWithName({ companyTable, terms }: Segment, words: readonly string[]): Uint32Array {
  return numbersOf(namesHolding(companyTable.names, phraseIn(companyTable.names, terms, words)));
}
