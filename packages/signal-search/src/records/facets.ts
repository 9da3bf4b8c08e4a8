import { facetOf, type FacetName } from '@heliograph/contract';
import type { search } from '@heliograph/proto';
import type { SearchCaller, SearchEnvironment } from '../ask-search';
import { labelsOf, optionsOf } from './option-labels';

interface LabeledFacet {
  values: { value: string; label: string; count: number }[];
  more: boolean;
}

/**
 * Facets as returned, by name. Labels come from the filter options; a value without one is its own label.
 *
 * @throws ServiceError if there are no filter options and the company service is unreachable.
 */
export async function labeled(
  environment: SearchEnvironment,
  caller: SearchCaller,
  facets: readonly search.Facet[],
): Promise<Record<string, LabeledFacet>> {
  const entries = facets.map(async ({ name, values, more }): Promise<[string, LabeledFacet]> => {
    const labels = labelsOf(await optionsOf(environment, caller, facetOf(name as FacetName).options));
    return [
      name,
      {
        values: values.map(({ value, label, count }) => ({
          value,
          label: label || (labels.get(value) ?? value),
          count: Number(count),
        })),
        more,
      },
    ];
  });
  return Object.fromEntries(await Promise.all(entries));
}
