import { SEARCH_PARAMETERS } from '@heliograph/contract';
import { NO_FILTERS, writeFilters, type ActivityFilters, type FilterName } from './filters';

/** Length of the shortest text for a semantic search. */
export const SHORTEST_MEANING = SEARCH_PARAMETERS.semantic.minimum;

/**
 * A request with any of these counts as a search, of which free accounts get a monthly number; anything else is
 * browsing.
 */
const SEARCHING = [
  'q',
  'all',
  'any',
  'exact',
  'searchGroups',
  'company',
  'semantic',
] as const satisfies FilterName[];

/** Only the filters that make it a search. */
function searchingPart(filters: ActivityFilters): ActivityFilters {
  const part: ActivityFilters = { ...NO_FILTERS };
  for (const name of SEARCHING) Object.assign(part, { [name]: filters[name] });
  return part;
}

/** A search as text; '' if browsing. Requests with equal text are the same search. */
export function wordsOf(filters: ActivityFilters): string {
  return writeFilters(searchingPart(filters)).toString();
}

/** The same filters without those that make it a search. */
export function withoutWords(filters: ActivityFilters): ActivityFilters {
  const rest = { ...filters };
  for (const name of SEARCHING) Object.assign(rest, { [name]: NO_FILTERS[name] });
  return rest;
}
