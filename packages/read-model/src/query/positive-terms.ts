import type { MATCHED_PARAMETERS } from '@heliograph/contract';
import { words, writtenTerms, type Term } from '@heliograph/words';
import type { SignalFilters } from './search-request';
import { LISTED, SEARCH_BOX } from './term-syntax';

/** A term to find in titles, as the caller wrote it. */
export interface PositiveTerm {
  parameter: (typeof MATCHED_PARAMETERS)[number];
  /** Without quotes. */
  text: string;
  words: Term;
  /** For `searchGroups`: the index of its group. */
  group?: number;
}

/**
 * Every term of a query that a title may contain, in the order in which matches at the same place are listed: by
 * parameter, group, and as written. A repeated term counts once.
 */
export function positiveTerms({ q, all, any, exact, searchGroups }: SignalFilters): PositiveTerm[] {
  const terms: PositiveTerm[] = [
    ...writtenTerms(all ?? '', LISTED).map((term) => ({ ...term, parameter: 'all' as const })),
    ...writtenTerms(any ?? '', LISTED).map((term) => ({ ...term, parameter: 'any' as const })),
    { parameter: 'exact', text: exact ?? '', words: words(exact ?? '') },
    ...writtenTerms(q ?? '', SEARCH_BOX)
      .filter(({ isExcluded }) => !isExcluded)
      .map((term) => ({ ...term, parameter: 'q' as const })),
    ...(searchGroups?.groups ?? []).flatMap((group, index) =>
      group.terms.map((text) => ({
        parameter: 'searchGroups' as const,
        text,
        words: words(text),
        group: index,
      })),
    ),
  ];
  const seen = new Set<string>();
  return terms.filter(({ parameter, text, words: held, group }) => {
    const name = JSON.stringify([parameter, group, text]);
    if (held.length === 0 || seen.has(name)) return false;
    seen.add(name);
    return true;
  });
}
