import type { FilterOptions } from '@heliograph/sdk';
import type { CatalogueList } from '../search/search-flags';

/** One value that a filter takes. */
export interface CatalogueEntry {
  list: CatalogueList;
  id: string;
  label: string;
}

const READERS: Readonly<Record<CatalogueList, (options: FilterOptions) => FilterOptions['categories']>> = {
  categories: (options) => options.categories,
  'hiring-types': (options) => options.hiring.types,
  'hiring-functions': (options) => options.hiring.functions,
  'hiring-seniorities': (options) => options.hiring.seniorities,
  'hiring-employment-types': (options) => options.hiring.employmentTypes,
  'hiring-work-arrangements': (options) => options.hiring.workArrangements,
  'funding-stages': (options) => options.fundingStages,
  sizes: (options) => options.sizes,
  industries: (options) => options.industries,
  countries: (options) => options.countries,
};

export const CATALOGUE_LISTS = Object.keys(READERS) as CatalogueList[];

/** The filter options, or some of their lists, as one list. */
export function entriesOf(
  options: FilterOptions,
  lists: readonly CatalogueList[] = CATALOGUE_LISTS,
): CatalogueEntry[] {
  return lists.flatMap((list) => READERS[list](options).map(({ id, label }) => ({ list, id, label })));
}
