import { normalizedKey } from '@heliograph/words';
import { companyOf } from '../segment/company-of';
import { candidatesOf } from '../segment/company-slots';
import { textOf } from '../segment/packed-texts';
import type { Segment } from '../segment/segment';
import { numbersOf } from '../segment/bits';
import { namesContaining, phraseIn } from './names-containing';

/** Companies of a segment, found only when needed. */
export interface Candidates {
  /** Upper bound. */
  count: number;
  find: () => Uint32Array;
}

/** The segment's companies with this slug. */
export function companiesWithSlug(
  { companyTable: { slugs, slugTexts } }: Segment,
  slug: string,
): Uint32Array {
  return Uint32Array.from(candidatesOf(slugs, slug).filter((company) => textOf(slugTexts, company) === slug));
}

/** The segment's companies whose normalized name equals the key. */
export function companiesWithNameKey(segment: Segment, key: string): Candidates {
  const candidates = candidatesOf(segment.companyTable.nameKeys, key);
  const hasKey = (company: number) => normalizedKey(companyOf(segment, company).name) === key;
  return { count: candidates.length, find: () => Uint32Array.from(candidates.filter(hasKey)) };
}

/** The segment's companies whose names contain the words, adjacent and in order. */
export function companiesWithName({ companyTable, terms }: Segment, words: readonly string[]): Candidates {
  const { names } = companyTable;
  const phrase = phraseIn(names, terms, words);
  return { count: phrase.candidates, find: () => numbersOf(namesContaining(names, phrase)) };
}
