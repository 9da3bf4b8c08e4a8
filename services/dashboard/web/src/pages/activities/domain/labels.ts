import type { FilterOptions, Option } from '@heliograph/dashboard-api';
import type { FilterName } from './filters';

/** The labels of the identifiers that filters and activities hold. */
export interface Labels {
  /** The identifier itself when the filter options have no label for it. */
  of(name: FilterName, id: string): string;
}

const KINDS: readonly [FilterName, (options: FilterOptions) => readonly Option[]][] = [
  ['category', (options) => options.categories],
  ['hiringState', (options) => options.hiring.types],
  ['hiringFunction', (options) => options.hiring.functions],
  ['hiringSeniority', (options) => options.hiring.seniorities],
  ['hiringEmployment', (options) => options.hiring.employmentTypes],
  ['hiringWorkArrangement', (options) => options.hiring.workArrangements],
  ['fundingStage', (options) => options.fundingStages],
  ['size', (options) => options.sizes],
  ['country', (options) => options.countries],
];

/** @param options undefined while they load: identifiers then stand for themselves. */
export function createLabels(options: FilterOptions | undefined): Labels {
  const byName = new Map<FilterName, ReadonlyMap<string, string>>();
  if (options) {
    for (const [name, list] of KINDS) {
      byName.set(name, new Map(list(options).map(({ id, label }) => [id, label])));
    }
  }
  return { of: (name, id) => byName.get(name)?.get(id) ?? id };
}
