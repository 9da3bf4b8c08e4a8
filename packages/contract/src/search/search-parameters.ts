import type { IdentifierListName, OptionListName } from '../filter-options';
import { OPTION_LISTS } from '../filter-options';
import { ANSWER_PARAMETERS } from './answering';
import { COUNTING_PARAMETERS } from './counting';
import { PAGING_PARAMETERS } from './paging';
import type { ParameterRow, ParameterRule } from './parameter';
import { STRUCTURED_PARAMETERS } from './structured';
import { WORD_PARAMETERS } from './words';

/**
 * Every query parameter of `GET /signals`: what the parser enforces, and what the OpenAPI documents, the SDK, the flags of the client
 * and the dashboard's filters are made from. In the order in which people are shown them. The bounds are those of
 * docs/published-interface.md, section 3.
 */
export const SEARCH_PARAMETERS = {
  ...WORD_PARAMETERS,
  ...STRUCTURED_PARAMETERS,
  ...PAGING_PARAMETERS,
  ...ANSWER_PARAMETERS,
  ...COUNTING_PARAMETERS,
} as const;

type Table = typeof SEARCH_PARAMETERS;

export type SearchParameter = keyof Table;

type NameWhere<Fact> = {
  [Name in SearchParameter]: Table[Name] extends Fact ? Name : never;
}[SearchParameter];

/** The parameters whose rule is of one kind. */
export type ParameterOfKind<Kind extends ParameterRule['kind']> = NameWhere<{ kind: Kind }>;

/** The parameters that are filters: what a cursor holds for. */
export type FilterParameter = Exclude<SearchParameter, NameWhere<{ isNoFilter: true }>>;

/** The filters whose items must be among the filter options. */
export type IdentifierParameter = NameWhere<{ options: IdentifierListName }>;

const names = Object.keys(SEARCH_PARAMETERS) as SearchParameter[];

export const SEARCH_PARAMETER_NAMES: ReadonlySet<string> = new Set(names);

/** The row of a parameter, with what is optional in it. */
export function rowOf(name: SearchParameter): ParameterRow {
  return SEARCH_PARAMETERS[name];
}

export const FILTER_PARAMETERS = names.filter((name): name is FilterParameter => !rowOf(name).isNoFilter);

export const IDENTIFIER_PARAMETERS = names.filter((name): name is IdentifierParameter => {
  const { options } = rowOf(name);
  return options !== undefined && OPTION_LISTS[options].holds === 'identifiers';
});

type FieldOf<Name extends FilterParameter> = Name extends FilterParameter
  ? Table[Name] extends { field: infer Field extends string }
    ? Field
    : Name
  : never;

/** The field of `heliograph.search.v1.Filters` that a filter is sent in. */
export function fieldOf<Name extends FilterParameter>(name: Name): FieldOf<Name> {
  return (rowOf(name).field ?? name) as FieldOf<Name>;
}

/** The list of `GET /filter-options` that a filter of identifiers takes. */
export function listOfIdentifiers(name: IdentifierParameter): IdentifierListName {
  return SEARCH_PARAMETERS[name].options;
}

/** The first filter that takes the values of a list. */
export function parameterOfList(list: OptionListName): SearchParameter | undefined {
  return names.find((name) => rowOf(name).options === list);
}

/** The flag of the command-line client that sets a parameter, such as `--hiring-state`. */
export function flagOf(name: SearchParameter): string {
  const { flag } = rowOf(name);
  return `--${flag.name ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
