import type { IdentifierListName, OptionListName } from '../filter-options';
import { OPTION_LISTS } from '../filter-options';
import { RESPONSE_PARAMETERS } from './response-options';
import { COUNTING_PARAMETERS } from './counting';
import { PAGING_PARAMETERS } from './paging';
import type { ParameterRow, ParameterRule } from './parameter';
import { STRUCTURED_PARAMETERS } from './structured';
import { WORD_PARAMETERS } from './words';

/**
 * Every query parameter of `GET /signals`: what the parser enforces, and the source of the OpenAPI documents, the SDK,
 * the client's flags, and the dashboard's filters. In display order. The limits are those of
 * docs/published-interface.md, section 3.
 */
export const SEARCH_PARAMETERS = {
  ...WORD_PARAMETERS,
  ...STRUCTURED_PARAMETERS,
  ...PAGING_PARAMETERS,
  ...RESPONSE_PARAMETERS,
  ...COUNTING_PARAMETERS,
} as const;

type Table = typeof SEARCH_PARAMETERS;

export type SearchParameter = keyof Table;

type NameWhere<Fact> = {
  [Name in SearchParameter]: Table[Name] extends Fact ? Name : never;
}[SearchParameter];

/** The parameters of one kind. */
export type ParameterOfKind<Kind extends ParameterRule['kind']> = NameWhere<{ kind: Kind }>;

/** The parameters that are filters: cursors are bound to them. */
export type FilterParameter = Exclude<SearchParameter, NameWhere<{ isNoFilter: true }>>;

/** The filters whose items must be among the filter options. */
export type IdentifierParameter = NameWhere<{ options: IdentifierListName }>;

const names = Object.keys(SEARCH_PARAMETERS) as SearchParameter[];

export const SEARCH_PARAMETER_NAMES: ReadonlySet<string> = new Set(names);

/** A parameter's row, with its optional properties. */
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

/** A filter's field in `heliograph.search.v1.Filters`. */
export function fieldOf<Name extends FilterParameter>(name: Name): FieldOf<Name> {
  return (rowOf(name).field ?? name) as FieldOf<Name>;
}

/** The `GET /filter-options` list for a filter of identifiers. */
export function listOfIdentifiers(name: IdentifierParameter): IdentifierListName {
  return SEARCH_PARAMETERS[name].options;
}

/** The first filter that accepts a list's values. */
export function parameterOfList(list: OptionListName): SearchParameter | undefined {
  return names.find((name) => rowOf(name).options === list);
}

/** The command-line flag of a parameter, such as `--hiring-state`. */
export function flagOf(name: SearchParameter): string {
  const { flag } = rowOf(name);
  return `--${flag.name ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
