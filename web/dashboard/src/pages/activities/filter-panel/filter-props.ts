import type { FilterOptions } from '@heliograph/contract';
import type { CountOf } from '../domain/facet-counts';
import type { ActivityFilters, FilterName } from '../domain/filters';

/** Props of every part of the filter panel. */
export interface FilterProps {
  filters: ActivityFilters;
  /** Searches with these filters instead. */
  onChange: (change: Partial<ActivityFilters>) => void;
  /** The server's or the URL parser's message about a parameter. */
  issueOf: (name: FilterName) => string | undefined;
  /** How many activities an option would find. */
  countOf: CountOf;
  /** The words of the search the counts belong to; undefined until known. */
  countedSearch: string | undefined;
}

/** Props of the parts that need the filter options. */
export interface FilterPropsWithOptions extends FilterProps {
  options: FilterOptions;
}
