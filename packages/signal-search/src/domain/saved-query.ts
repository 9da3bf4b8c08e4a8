import { FILTER_PARAMETERS, rowOf, SEARCH_PARAMETER_NAMES, type FilterParameter } from '@heliograph/contract';
import type { search } from '@heliograph/proto';
import { excerpt } from './characters';
import { MAXIMUM_LISTED_ISSUES, type RequestIssue } from './issues';
import type { NamedIdentifiers } from './identifiers';
import { readFilterQuery } from './search-query';
import { writtenValue, type WrittenAs } from './written-value';

/** A saved search's query: its stored form and its meaning. Valid only without issues. */
interface SavedQueryResult {
  /** `{parameter: value}` as in a URL, in the order of the contract; empty ones are omitted. */
  query: Record<string, string>;
  filters: search.Filters;
  /** Identifiers that must be filter options; undefined if there are none. */
  identifiers: NamedIdentifiers | undefined;
}

const FILTERS: ReadonlySet<string> = new Set(FILTER_PARAMETERS);

/**
 * Parses the query of a saved search, adding every issue. It takes the filters and text parameters of a keyword search,
 * as in a URL or as JSON values, and nothing about ranking, pages, counts, or fields.
 *
 * @param earliestActivityDate `YYYY-MM-DD`
 */
export function readSavedQuery(
  given: Readonly<Record<string, unknown>>,
  earliestActivityDate: string,
  issues: RequestIssue[],
): SavedQueryResult {
  const values = new Map<string, string>();
  for (const [name, value] of Object.entries(given)) {
    if (issues.length >= MAXIMUM_LISTED_ISSUES) break;
    const issue = issueWithName(name);
    if (issue) issues.push(issue);
    else if (value !== null) write(name as FilterParameter, value, values, issues);
  }
  const ordered = FILTER_PARAMETERS.filter((name) => values.has(name));
  const query = Object.fromEntries(ordered.map((name) => [name, values.get(name)!]));
  return { query, ...readFilterQuery({ values, issues }, earliestActivityDate) };
}

function issueWithName(name: string): RequestIssue | undefined {
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
  issues: RequestIssue[],
): void {
  const { kind } = rowOf(name);
  const writtenAs: WrittenAs = kind === 'json' || kind === 'list' ? kind : 'text';
  const written = writtenValue({ name, writtenAs, isFlag: kind === 'flag' }, value);
  if ('issue' in written) issues.push({ code: 'invalid_parameter', parameter: name, message: written.issue });
  else if (written.text !== '') values.set(name, written.text);
}
