import { FILTER_PARAMETERS, rowOf, SEARCH_PARAMETER_NAMES, type FilterParameter } from '@heliograph/contract';
import type { search } from '@heliograph/proto';
import { excerpt } from './characters';
import { MAXIMUM_LISTED_FAULTS, type RequestFault } from './faults';
import type { NamedIdentifiers } from './identifiers';
import { readFilterQuery } from './search-query';
import { writtenValue, type WrittenAs } from './written-value';

/** A saved search's query: its stored form and its meaning. Valid only without faults. */
interface SavedQueryResult {
  /** {parameter: value} as in a URL, in the order of the contract; empty ones are omitted. */
  query: Record<string, string>;
  filters: search.Filters;
  /** Identifiers that must be filter options; undefined when there are none. */
  identifiers: NamedIdentifiers | undefined;
}

const FILTERS: ReadonlySet<string> = new Set(FILTER_PARAMETERS);

/**
 * Parses the query of a saved search, adding every fault. It takes the filters and text parameters of a keyword search,
 * as in a URL or as JSON values, and nothing about ranking, pages, counts, or fields.
 *
 * @param earliestActivityDate `YYYY-MM-DD`
 */
export function readSavedQuery(
  given: Readonly<Record<string, unknown>>,
  earliestActivityDate: string,
  faults: RequestFault[],
): SavedQueryResult {
  const values = new Map<string, string>();
  for (const [name, value] of Object.entries(given)) {
    if (faults.length >= MAXIMUM_LISTED_FAULTS) break;
    const fault = faultOfName(name);
    if (fault) faults.push(fault);
    else if (value !== null) write(name as FilterParameter, value, values, faults);
  }
  const ordered = FILTER_PARAMETERS.filter((name) => values.has(name));
  const query = Object.fromEntries(ordered.map((name) => [name, values.get(name)!]));
  return { query, ...readFilterQuery({ values, faults }, earliestActivityDate) };
}

function faultOfName(name: string): RequestFault | undefined {
  if (FILTERS.has(name)) return undefined;
  if (SEARCH_PARAMETER_NAMES.has(name)) {
    const message = 'cannot be saved: a saved search has filters and words only';
    return { code: 'invalid_parameter', parameter: name, message };
  }
  return {
    code: 'unknown_parameter',
    parameter: excerpt(name),
    message: 'is not a parameter of a saved search',
  };
}

function write(
  name: FilterParameter,
  value: unknown,
  values: Map<string, string>,
  faults: RequestFault[],
): void {
  const { kind } = rowOf(name);
  const writtenAs: WrittenAs = kind === 'json' || kind === 'list' ? kind : 'text';
  const written = writtenValue(writtenAs, value, kind === 'flag');
  if ('fault' in written) faults.push({ code: 'invalid_parameter', parameter: name, message: written.fault });
  else if (written.text !== '') values.set(name, written.text);
}
