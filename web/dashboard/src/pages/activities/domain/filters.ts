import {
  FILTER_PARAMETERS,
  rowOf,
  SEARCH_PARAMETER_NAMES,
  type FilterParameter,
  type ParameterOfKind,
} from '@heliograph/contract';
import {
  formatSearchGroups,
  isRecord,
  isTexts,
  parseJson,
  parseSearchGroups,
  type SearchGroups,
} from './search-groups';

/** A place in the `locations` parameter. Only a city can be narrowed by a country. */
export interface Place {
  kind: 'country' | 'city';
  value: string;
  country?: string;
}

/** The data API's filters, and the text to rank by. */
export type FilterName = FilterParameter | 'semantic';

type TextFilter = Extract<ParameterOfKind<'text' | 'choice' | 'date' | 'amount'>, FilterName>;
type ListFilter = Extract<ParameterOfKind<'list'>, FilterName>;

/** The page's search, by the data API's parameter names. '' and empty lists mean absent. */
export type ActivityFilters = Record<TextFilter, string> &
  Record<ListFilter, string[]> & {
    industries: string[];
    locations: Place[];
    searchGroups: SearchGroups | null;
  };

/** In the order used by URLs, commands, and chips. */
export const FILTER_NAMES = [...SEARCH_PARAMETER_NAMES].filter(
  (name): name is FilterName => name === 'semantic' || FILTER_PARAMETERS.some((filter) => filter === name),
);

const isFilter = (name: string): name is FilterName => FILTER_NAMES.some((filter) => filter === name);
export const isText = (name: FilterName): name is TextFilter => !['list', 'json'].includes(rowOf(name).kind);
export const isList = (name: FilterName): name is ListFilter => rowOf(name).kind === 'list';

export const NO_FILTERS = {
  ...Object.fromEntries(FILTER_NAMES.map((name) => [name, isText(name) ? '' : []])),
  searchGroups: null,
} as unknown as ActivityFilters;

interface ReadFilters {
  filters: ActivityFilters;
  /** Parameters with unreadable values. While there are any, the page does not search: it would find too much. */
  issues: { parameter: string; message: string }[];
  /** Parameters this page does not know, such as a newsletter's tracking parameters. */
  ignored: string[];
}

/** Reads the filters from a URL. The data API validates the values. */
export function readFilters(parameters: URLSearchParams): ReadFilters {
  const filters: ActivityFilters = { ...NO_FILTERS };
  const issues: ReadFilters['issues'] = [];
  const ignored: string[] = [];
  for (const name of new Set(parameters.keys())) {
    const values = parameters.getAll(name).filter((value) => value !== '');
    const [value] = values;
    // Paging is not part of the search.
    if (value === undefined || (SEARCH_PARAMETER_NAMES.has(name) && !isFilter(name))) continue;
    if (values.length > 1) issues.push({ parameter: name, message: 'is given more than once' });
    else if (!isFilter(name)) ignored.push(name);
    else if (isText(name)) filters[name] = value.trim();
    else if (isList(name)) filters[name] = splitList(value);
    else {
      try {
        Object.assign(filters, { [name]: READ_JSON[name](value) });
      } catch (error) {
        issues.push({ parameter: name, message: (error as Error).message });
      }
    }
  }
  return { filters, issues, ignored };
}

const READ_JSON = {
  industries(text: string): string[] {
    const value = parseJson(text);
    if (!isTexts(value)) throw new Error('must be a JSON array of strings');
    return [...new Set(value)];
  },
  locations(text: string): Place[] {
    const value = parseJson(text);
    if (!Array.isArray(value) || !value.every(isPlace)) {
      throw new Error('must be a JSON array of objects with "kind" (country or city) and "value"');
    }
    const places = value.map(({ kind, value, country }): Place =>
      kind === 'city' && country ? { kind, value, country } : { kind, value },
    );
    return [...new Map(places.map((place) => [JSON.stringify(place), place])).values()];
  },
  searchGroups: parseSearchGroups,
};

function isPlace(value: unknown): value is Place {
  return (
    isRecord(value) &&
    (value['kind'] === 'country' || value['kind'] === 'city') &&
    typeof value['value'] === 'string' &&
    (value['country'] === undefined || typeof value['country'] === 'string')
  );
}

/** The data API's parameters in a fixed order, without absent ones: equal filters give equal text. */
export function writeFilters(filters: ActivityFilters): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const [name, value] of listParameters(filters)) parameters.set(name, value);
  return parameters;
}

/** Name and value of each parameter in use. */
export function listParameters(filters: ActivityFilters): [name: FilterName, value: string][] {
  return FILTER_NAMES.map((name): [FilterName, string] => [name, valueOf(filters, name)]).filter(
    ([, value]) => value !== '',
  );
}

function valueOf(filters: ActivityFilters, name: FilterName): string {
  if (isText(name)) return filters[name];
  if (isList(name)) return filters[name].join(',');
  if (name === 'searchGroups') {
    return filters.searchGroups === null ? '' : formatSearchGroups(filters.searchGroups);
  }
  return filters[name].length > 0 ? JSON.stringify(filters[name]) : '';
}

/** The items of a comma-separated list, without duplicates. */
export function splitList(text: string): string[] {
  const items = text.split(',').map((item) => item.trim());
  return [...new Set(items)].filter((item) => item !== '');
}
