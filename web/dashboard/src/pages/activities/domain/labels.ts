import { optionsOf, rowOf, type FilterOptions } from '@heliograph/contract';
import { FILTER_NAMES, type FilterName } from './filters';

/** Labels for the identifiers in filters and activities. */
export interface Labels {
  /** Falls back to the identifier if the filter options have no label for it. */
  of(name: FilterName, id: string): string;
}

/** @param options undefined while they load: identifiers are shown as is. */
export function createLabels(options: FilterOptions | undefined): Labels {
  const byName = new Map<FilterName, ReadonlyMap<string, string>>();
  for (const name of options ? FILTER_NAMES : []) {
    const { options: list } = rowOf(name);
    if (list) byName.set(name, new Map(optionsOf(options!, list).map(({ id, label }) => [id, label])));
  }
  return { of: (name, id) => byName.get(name)?.get(id) ?? id };
}
