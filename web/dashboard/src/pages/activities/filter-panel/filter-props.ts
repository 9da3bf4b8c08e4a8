import type { FilterOptions } from '@heliograph/contract';
import type { CountOf } from '../domain/facet-counts';
import type { ActivityFilters, FilterName } from '../domain/filters';

/** What every part of the filter panel gets. */
export interface FilterProps {
  filters: ActivityFilters;
  /** Looks for the same with these filters instead. */
  onChange: (change: Partial<ActivityFilters>) => void;
  /** What the server, or the form of the address, says is wrong with a parameter. */
  faultOf: (name: FilterName) => string | undefined;
  /** How many activities an option would find. */
  countOf: CountOf;
}

/** What the parts get that are made from the filter options. */
export interface FilterPropsWithOptions extends FilterProps {
  options: FilterOptions;
}
