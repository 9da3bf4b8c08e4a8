import { FACET_NAMES, facetOf } from '@heliograph/contract';
import type { ActivityCount } from '@heliograph/dashboard-api';
import type { FilterName } from './filters';

/** How many activities match a filter option; undefined if unknown. */
export type CountOf = (filter: FilterName, id: string) => number | undefined;

/** Looks up counts. An option missing from a facet counts zero, unless there were too many to list. */
export function countsOf(facets: ActivityCount['facets']): CountOf {
  const byFilter = new Map<string, { counts: Map<string, number>; others: number | undefined }>();
  for (const name of FACET_NAMES) {
    const facet = facets?.[name];
    if (!facet) continue;
    const counts = new Map(facet.values.map(({ value, count }) => [value, count]));
    for (const filter of facetOf(name).leavesOut)
      byFilter.set(filter, { counts, others: facet.more ? undefined : 0 });
  }
  return (filter, id) => {
    const known = byFilter.get(filter);
    return known && (known.counts.get(id) ?? known.others);
  };
}
