import type { Snapshot } from '../snapshot';
import type { FacetCount } from './facets/most-frequent';
import { phraseIn } from './names-containing';
import type { Slices } from './scan';
import { suggestCompanies } from './suggestions/companies';
import { suggestLabels } from './suggestions/labels';
import { expectedCountsCost, type NamedKind } from './suggestions/shown-counts';

/** What the user is typing. */
export interface SuggestRequest {
  kind: NamedKind;
  /** Not empty; the last word may be incomplete. */
  words: readonly string[];
  /** Values included regardless of their words; not for companies. */
  others: readonly string[];
  /** At least 1. */
  limit: number;
}

/** Nanoseconds to check one name that contains a word. */
const CANDIDATE_COST = 8;

/**
 * The values with the most shown signals, and their counts, among those whose names contain the words as a phrase.
 * Values without signals are not suggested.
 */
export function suggest(
  { kind, words, others, limit }: SuggestRequest,
  snapshot: Snapshot,
): Slices<FacetCount[]> {
  return kind === 'company'
    ? suggestCompanies(words, limit, snapshot)
    : suggestLabels(kind, words, others, limit, snapshot);
}

/** Expected nanoseconds of {@link suggest}. */
export function expectedSuggestCost({ kind, words, others }: SuggestRequest, { views }: Snapshot): number {
  return views.reduce((sum, view) => {
    const { companyTable, labelTables, terms } = view.segment;
    const names = kind === 'company' ? companyTable.names : labelTables[kind].names;
    const { candidates } = phraseIn(names, terms, words, true);
    return sum + expectedCountsCost(view, kind) + (candidates + others.length) * CANDIDATE_COST;
  }, 0);
}
