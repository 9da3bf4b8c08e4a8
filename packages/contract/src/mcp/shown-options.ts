import {
  OPTION_LIST_NAMES,
  optionsOf,
  type FilterOption,
  type FilterOptions,
  type OptionListName,
} from '../filter-options';
import { enveloped, record, schemaRef, type Schema } from '../json-schema';

/**
 * The argument of `filter_options` that names a single list to show. The API's response has all lists; this filters it.
 */
export const LIST_ARGUMENT = 'list';

/**
 * How many options of each list a result shows, and how many of a single requested list. A model reads every word, and
 * a corpus may have thousands of options.
 */
export const SHOWN_OF_EACH_LIST = 100;
export const SHOWN_OF_ONLY_LIST = 1_000;

/** The filter options a tool shows, by path, and which lists have more. */
export interface ShownOptions {
  [place: string]:
    readonly FilterOption[] | Readonly<Record<string, readonly FilterOption[]>> | readonly OptionListName[];
  more: readonly OptionListName[];
}

/** The start of each list, or of the single requested one. */
export function shownOptions(options: FilterOptions, only?: OptionListName): ShownOptions {
  const limit = only === undefined ? SHOWN_OF_EACH_LIST : SHOWN_OF_ONLY_LIST;
  const names = only === undefined ? OPTION_LIST_NAMES : [only];
  const lists = names.map((name) => [name, optionsOf(options, name)] as const);
  return {
    ...arranged(lists.map(([name, list]) => [name, list.slice(0, limit)])),
    more: lists.filter(([, list]) => list.length > limit).map(([name]) => name),
  };
}

/** Nests values by list as responses do: `hiring.types` under `hiring`. */
function arranged<Value>(
  entries: readonly (readonly [OptionListName, Value])[],
): Record<string, Value | Record<string, Value>> {
  const found: Record<string, Value | Record<string, Value>> = {};
  for (const [name, value] of entries) {
    const [parent, child] = name.split('.') as [string, string | undefined];
    if (child === undefined) found[parent] = value;
    else ((found[parent] ??= {}) as Record<string, Value>)[child] = value;
  }
  return found;
}

export const listArgument: Schema = {
  type: 'string',
  enum: OPTION_LIST_NAMES,
  description: `Only this list, with up to ${SHOWN_OF_ONLY_LIST} options instead of ${SHOWN_OF_EACH_LIST}.`,
};

const list: Schema = { type: 'array', items: schemaRef('FilterOption') };
const places = arranged(OPTION_LIST_NAMES.map((name) => [name, list] as const));

const isSchema = (place: Schema | Record<string, Schema>): place is Schema => place === list;

/** The schema of what is shown. Lists not requested are absent. */
export const shownOptionsSchema = enveloped(
  record(['more'], {
    ...Object.fromEntries(
      Object.entries(places).map(([name, place]) => [name, isSchema(place) ? place : record([], place)]),
    ),
    more: {
      type: 'array',
      items: { type: 'string', enum: OPTION_LIST_NAMES },
      description: `Lists with more options. Ask for one with \`${LIST_ARGUMENT}\`, or find its values with \`suggest\`.`,
    },
  }),
);
