import { CANDIDATE_LIMIT, groupDigits } from '@heliograph/contract';
import { unspacedLetter, words } from '@heliograph/words';
import type { ActivityFilters } from './filters';
import { SHORTEST_MEANING, wordsOf } from './search-words';

/** Why a search found nothing, and what may help. */
export interface Advice {
  sentences: string[];
  /** Whether to offer a search for the same words by meaning. */
  offersMeaning: boolean;
}

/** @param filterCount filters besides the text in the search box. */
export function adviceFor(filters: ActivityFilters, filterCount: number): Advice {
  const { q, all, any, exact, semantic } = filters;
  const hasWords = wordsOf(filters) !== '';
  if (semantic !== '') {
    const sentences =
      filterCount > 0
        ? [
            `Filters apply within the ${groupDigits(CANDIDATE_LIMIT)} nearest activities. Describe them in the text instead, or remove some.`,
          ]
        : [];
    return { sentences, offersMeaning: false };
  }
  const offersMeaning = [...q].length >= SHORTEST_MEANING && hasSpacedWord(q);
  const sentences = filterCount > 0 ? ['Remove a filter to see more.'] : [];
  if (!hasWords && filterCount === 0) sentences.push('Nothing has been published yet.');
  if (hasWords) sentences.push(adviceOnWords([q, all, any, exact].join(' '), offersMeaning));
  return { sentences, offersMeaning };
}

function adviceOnWords(text: string, offersMeaning: boolean): string {
  // Writing systems without spaces match inside words, and local embedding models cannot read them.
  if (words(text).length > 0 && !hasSpacedWord(text)) return 'Try fewer or other words.';
  const meaning = offersMeaning ? ', another form of them, or search by meaning' : ' or another form of them';
  return `Words match whole words in titles. Try fewer words${meaning}.`;
}

/** Whether any word is written in a script that has spaces between words. */
function hasSpacedWord(text: string): boolean {
  return words(text).some((word) => !unspacedLetter.test(word));
}
