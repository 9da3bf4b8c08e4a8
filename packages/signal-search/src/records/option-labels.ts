import { messageFieldOf, OPTION_LISTS, type FilterOption, type OptionListName } from '@heliograph/contract';
import type { SearchCaller, SearchEnvironment } from '../ask-search';

/**
 * The options of a list, in a recent version; none without a list.
 *
 * @throws ServiceError when there are no filter options and the company service is unreachable.
 */
export async function optionsOf(
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
