import { enveloped, record, schemaRef, type Schema } from './json-schema';

interface OptionList {
  /**
   * `identifiers`: a small closed list; a search with anything else is refused. `ranges`: fixed by the interface.
   * `values`: the values found in records.
   */
  holds: 'identifiers' | 'ranges' | 'values';
  /** Its name in `catalog.identifier`. */
  kind?: string;
  /** The signal member that holds these identifiers, one or several. */
  member?: string;
  example: { readonly id: string; readonly label: string };
}

/**
 * The lists of `GET /filter-options`, by their path in the response: the one table of their names. Between services a
 * list is called `hiringTypes`, on the command line `hiring-types`; see {@link messageFieldOf} and {@link
 * displayNameOf}.
 */
export const OPTION_LISTS = {
  categories: {
    holds: 'identifiers',
    kind: 'category',
    member: 'category',
    example: { id: 'funding', label: 'Funding' },
  },
  industries: {
    holds: 'values',
    kind: 'industry',
    member: 'industries',
    example: { id: 'Robotics', label: 'Robotics' },
  },
  'hiring.types': {
    holds: 'identifiers',
    kind: 'hiring_type',
    member: 'hiring.types',
    example: { id: 'open-role', label: 'Open role' },
  },
  'hiring.functions': {
    holds: 'identifiers',
    kind: 'hiring_function',
    member: 'hiring.functions',
    example: { id: 'engineering', label: 'Engineering' },
  },
  'hiring.seniorities': {
    holds: 'identifiers',
    kind: 'hiring_seniority',
    member: 'hiring.seniorities',
    example: { id: 'senior', label: 'Senior' },
  },
  'hiring.employmentTypes': {
    holds: 'identifiers',
    kind: 'hiring_employment_type',
    member: 'hiring.employmentTypes',
    example: { id: 'full-time', label: 'Full time' },
  },
  'hiring.workArrangements': {
    holds: 'identifiers',
    kind: 'hiring_work_arrangement',
    member: 'hiring.workArrangements',
    example: { id: 'remote', label: 'Remote' },
  },
  fundingStages: {
    holds: 'identifiers',
    kind: 'funding_stage',
    member: 'funding.stage',
    example: { id: 'series-b', label: 'Series B' },
  },
  sizes: { holds: 'ranges', example: { id: '101-500', label: '101 to 500 employees' } },
  countries: {
    holds: 'values',
    kind: 'country',
    member: 'country',
    example: { id: 'United States', label: 'United States' },
  },
} as const satisfies Record<string, OptionList>;

type Lists = typeof OPTION_LISTS;

/** A list's name: its path in the response of `GET /filter-options`. */
export type OptionListName = keyof Lists;

type NameWhere<Fact> = {
  [Name in OptionListName]: Lists[Name] extends Fact ? Name : never;
}[OptionListName];

/** A list that searches are validated against. */
export type IdentifierListName = NameWhere<{ holds: 'identifiers' }>;

/** A list stored in `catalog.identifier`. */
export type StoredListName = NameWhere<{ kind: string }>;

/** A list's name in `catalog.identifier`. */
export type IdentifierKind = Lists[StoredListName]['kind'];

type Camel<Name extends string> = Name extends `${infer Parent}.${infer Member}`
  ? `${Parent}${Capitalize<Member>}`
  : Name;
type Kebab<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? First extends '.'
    ? `-${Kebab<Rest>}`
    : First extends Lowercase<First>
      ? `${First}${Kebab<Rest>}`
      : `-${Lowercase<First>}${Kebab<Rest>}`
  : '';

/** A list's name between services, such as `hiringTypes`. */
type MessageField<Name extends OptionListName = OptionListName> = Camel<Name>;

/** A list's name on the command line, such as `hiring-types`. */
export type DisplayName<Name extends OptionListName = OptionListName> = Kebab<Name>;

export function messageFieldOf<Name extends OptionListName>(name: Name): MessageField<Name> {
  return name.replace(/\.(.)/g, (_, first: string) => first.toUpperCase()) as MessageField<Name>;
}

export function displayNameOf<Name extends OptionListName>(name: Name): DisplayName<Name> {
  return name
    .replaceAll('.', '-')
    .replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`) as DisplayName<Name>;
}

const HELD = ['identifiers', 'ranges', 'values'];

/** All lists in display order: identifiers, then ranges, then values. */
export const OPTION_LIST_NAMES = (Object.keys(OPTION_LISTS) as OptionListName[]).sort(
  (left, right) => HELD.indexOf(OPTION_LISTS[left].holds) - HELD.indexOf(OPTION_LISTS[right].holds),
);

export const IDENTIFIER_LIST_NAMES = OPTION_LIST_NAMES.filter(
  (name): name is IdentifierListName => OPTION_LISTS[name].holds === 'identifiers',
);

export const STORED_LIST_NAMES = OPTION_LIST_NAMES.filter(
  (name): name is StoredListName => 'kind' in OPTION_LISTS[name],
);

/** One value of a filter. */
export interface FilterOption {
  /** The value to filter by. */
  id: string;
  /** Label for display. */
  label: string;
}

type Member<Name extends string, Parent extends string> = Name extends `${Parent}.${infer Child}`
  ? Child
  : never;
type Top<Name extends string> = Name extends `${string}.${string}` ? never : Name;
type ParentOf<Name extends string> = Name extends `${infer Parent}.${string}` ? Parent : never;

/** A value for each list, nested as in the response of `GET /filter-options`. */
type OfLists<Value> = { [Name in Top<OptionListName>]: Value } & {
  [Parent in ParentOf<OptionListName>]: { [Name in Member<OptionListName, Parent>]: Value };
};

/** The `data` of `GET /filter-options`. */
export type FilterOptions = OfLists<FilterOption[]>;

/** Nests values by list as in the response of `GET /filter-options`. */
export function arrangeLists<Value>(make: (name: OptionListName) => Value): OfLists<Value> {
  const arranged: Record<string, Value | Record<string, Value>> = {};
  for (const name of Object.keys(OPTION_LISTS) as OptionListName[]) {
    const [parent, child] = name.split('.') as [string, string | undefined];
    if (child === undefined) arranged[parent] = make(name);
    else ((arranged[parent] ??= {}) as Record<string, Value>)[child] = make(name);
  }
  return arranged as OfLists<Value>;
}

/**
 * The value at a dotted path, such as `hiring.types`.
 *
 * @returns undefined if any part of the path is missing.
 */
export function valueAt(parent: unknown, path: string | readonly string[]): unknown {
  return (typeof path === 'string' ? path.split('.') : path).reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? (value as Record<string, unknown>)[name]
        : undefined,
    parent,
  );
}

/** One list of the options. */
export function optionsOf(options: FilterOptions, name: OptionListName): readonly FilterOption[] {
  return valueAt(options, name) as readonly FilterOption[];
}

const filterOption = record(['id', 'label'], {
  id: { type: 'string', description: 'The value to filter by.' },
  label: { type: 'string', description: 'Label for display.' },
});
const optionList = { type: 'array', items: schemaRef('FilterOption') } as const;
const lists = Object.entries(arrangeLists(() => optionList)).map(([name, list]): [string, Schema] => [
  name,
  'type' in list ? list : record(Object.keys(list), list),
]);

export const filterOptionSchemas = {
  FilterOption: filterOption,
  FilterOptionsResponse: enveloped(
    record(
      lists.map(([name]) => name),
      Object.fromEntries(lists),
    ),
  ),
};

export const filterOptionsExample = {
  data: arrangeLists((name) => [OPTION_LISTS[name].example]),
};
