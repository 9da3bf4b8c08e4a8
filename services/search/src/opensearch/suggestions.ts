import type { FacetCount, SuggestRequest } from '@heliograph/read-model';
import { tokenOf, tokensOf } from '@heliograph/signal-index';
import { words as wordsOf } from '@heliograph/words';
import { allOf, type Clause } from './clause';
import { allCounts, mostFrequent, withNames } from './facets';
import type { Reader } from './reader';

/** Enough for all words of companies' names that begin like the last word of a phrase. */
const MAXIMUM_WORDS = 1_000_000;

/** The companies with the most shown signals whose names contain a phrase, with the last word possibly incomplete. */
export async function suggestCompanies(
  reader: Reader,
  shown: Clause,
  { words, limit }: SuggestRequest,
): Promise<FacetCount[]> {
  const query = allOf(shown, nameBegins(words));
  const counts = await allCounts(reader, query, 'slug');
  return withNames(reader, query, mostFrequent(counts, limit).values);
}

function nameBegins(words: readonly string[]): Clause {
  return words.length === 1
    ? { prefix: { nameWords: tokenOf(words[0]!) } }
    : { match_phrase_prefix: { nameWords: { query: tokensOf(words), max_expansions: MAXIMUM_WORDS } } };
}

/** The values with the most shown signals, among those that contain a phrase and `others`. */
export function suggestValues(
  counts: ReadonlyMap<string, number>,
  { words, others, limit }: SuggestRequest,
): FacetCount[] {
  const wanted = new Set(others);
  const matching = [...counts].filter(
    ([value]) => wanted.has(value) || containsPrefix(wordsOf(value), words),
  );
  return mostFrequent(new Map(matching), limit).values;
}

function containsPrefix(name: readonly string[], phrase: readonly string[]): boolean {
  const last = phrase.length - 1;
  return name.some(
    (_, start) =>
      start + last < name.length &&
      phrase.every((word, place) =>
        place < last ? name[start + place] === word : name[start + place]!.startsWith(word),
      ),
  );
}
