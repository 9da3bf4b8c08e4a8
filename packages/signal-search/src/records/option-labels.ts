import { messageFieldOf, OPTION_LISTS, type FilterOption, type OptionListName } from '@heliograph/contract';
import type { SearchCaller, SearchEnvironment } from '../ask-search';

const NONE: readonly FilterOption[] = [];

/** By list: one version of a list is immutable. */
const labels = new WeakMap<readonly FilterOption[], ReadonlyMap<string, string>>();

/** The options' labels by id. */
export function labelsOf(options: readonly FilterOption[]): ReadonlyMap<string, string> {
  let known = labels.get(options);
  if (!known) labels.set(options, (known = new Map(options.map(({ id, label }) => [id, label]))));
  return known;
}

/**
 * A recent version of a list's options; none without a list.
 *
 * @throws ServiceError if there are no filter options and the company service is unreachable.
 */
export async function optionsOf(
  { filterOptions, timeoutMs }: SearchEnvironment,
  caller: SearchCaller,
  list: OptionListName | undefined,
): Promise<readonly FilterOption[]> {
  if (!list) return NONE;
  const { identifiers, values } = filterOptions;
  const cache = OPTION_LISTS[list].holds === 'identifiers' ? identifiers : values;
  const options = await cache.current(caller.readCall(timeoutMs));
  return options[messageFieldOf(list)];
}
