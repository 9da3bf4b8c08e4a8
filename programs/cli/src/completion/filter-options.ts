import { OPTION_LIST_NAMES, optionsOf, displayNameOf } from '@heliograph/contract';
import type { FilterOptions } from '@heliograph/sdk';
import type { ListName } from '../search/search-flags';

/** One value that a filter accepts. */
export interface OptionEntry {
  list: ListName;
  id: string;
  label: string;
}

export const LIST_NAMES: readonly ListName[] = OPTION_LIST_NAMES.map(displayNameOf);

/** Flattens the filter options, or only some of their lists. */
export function entriesOf(options: FilterOptions, lists: readonly ListName[] = LIST_NAMES): OptionEntry[] {
  return OPTION_LIST_NAMES.filter((name) => lists.includes(displayNameOf(name))).flatMap((name) =>
    optionsOf(options, name).map(({ id, label }) => ({ list: displayNameOf(name), id, label })),
  );
}
