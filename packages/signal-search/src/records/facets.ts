import {
  facetOf,
  messageFieldOf,
  OPTION_LISTS,
  type FacetName,
  type FilterOption,
  type OptionListName,
} from '@heliograph/contract';
import type { search } from '@heliograph/proto';
import type { SearchCaller, SearchEnvironment } from '../ask-search';

interface LabeledFacet {
  values: { value: string; label: string; count: number }[];
  more: boolean;
}

/**
 * Facets as they are answered, by name. Filter options give the labels; a value that they do not have stands for itself.
 *
 * @throws ServiceError when there are no filter options and the company service cannot be asked.
 */
export async function labeled(
  environment: SearchEnvironment,
  caller: SearchCaller,
  facets: readonly search.Facet[],
): Promise<Record<string, LabeledFacet>> {
  const entries = facets.map(async ({ name, values, more }): Promise<[string, LabeledFacet]> => {
    const labels = await labelsOf(environment, caller, facetOf(name as FacetName).options);
    const ofValue = (value: string) => labels.find(({ id }) => id === value)?.label;
    return [
      name,
      {
        values: values.map(({ value, label, count }) => ({
          value,
          label: label || (ofValue(value) ?? value),
          count: Number(count),
        })),
        more,
      },
    ];
  });
  return Object.fromEntries(await Promise.all(entries));
}

async function labelsOf(
  { filterOptions, timeoutMs }: SearchEnvironment,
  caller: SearchCaller,
  list: OptionListName | undefined,
): Promise<readonly FilterOption[]> {
  if (!list) return [];
  const { identifiers, values } = filterOptions;
  const cache = OPTION_LISTS[list].holds === 'identifiers' ? identifiers : values;
  const options = await cache.current(caller.readCall(timeoutMs));
  return options[messageFieldOf(list)];
}
