import {
  OPTION_LIST_NAMES,
  optionsOf,
  type FilterOption,
  type FilterOptions,
  type OptionListName,
} from '../filter-options';
import { enveloped, record, schemaRef, type Schema } from '../json-schema';

/** The argument of `filter_options` that names the only list to show. The tool takes it from the answer of the API, which has all. */
export const LIST_ARGUMENT = 'list';

/** Options of each list in a result, and of the only one. A model reads every word of a result, and a corpus may have thousands. */
export const SHOWN_OF_EACH_LIST = 100;
export const SHOWN_OF_ONLY_LIST = 1_000;

/** What the tool shows of the filter options: lists at their places, and which of them have more. */
export interface ShownOptions {
  [place: string]:
    readonly FilterOption[] | Readonly<Record<string, readonly FilterOption[]>> | readonly OptionListName[];
  more: readonly OptionListName[];
}

/** The beginning of each list, or of the only one. */
export function shownOptions(options: FilterOptions, only?: OptionListName): ShownOptions {
  const limit = only === undefined ? SHOWN_OF_EACH_LIST : SHOWN_OF_ONLY_LIST;
  const names = only === undefined ? OPTION_LIST_NAMES : [only];
  const lists = names.map((name) => [name, optionsOf(options, name)] as const);
  return {
    ...arranged(lists.map(([name, list]) => [name, list.slice(0, limit)])),
    more: lists.filter(([, list]) => list.length > limit).map(([name]) => name),
  };
}

/** Puts what there is for some lists where answers have them: `hiring.types` within `hiring`. */
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

/** The schema of what is shown. A list that was not asked for is absent. */
export const shownOptionsAnswer = enveloped(
  record(['more'], {
    ...Object.fromEntries(
      Object.entries(places).map(([name, place]) => [name, isSchema(place) ? place : record([], place)]),
    ),
    more: {
      type: 'array',
      items: { type: 'string', enum: OPTION_LIST_NAMES },
      description: `Lists that go on. Ask for one with \`${LIST_ARGUMENT}\`, or find its values with \`suggest\`.`,
    },
  }),
);
