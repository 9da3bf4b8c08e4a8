import {
  COUNTING_PARAMETERS,
  flagOf,
  PAGING_PARAMETERS,
  rowOf,
  SEARCH_PARAMETER_NAMES,
  displayNameOf,
  STRUCTURED_PARAMETERS,
  WORD_PARAMETERS,
  type ParameterRow,
  type SearchParameter,
  type DisplayName,
} from '@heliograph/contract';
import { InvalidArgumentError, Option } from 'commander';
import { parseAmount, parseLocation, wholeNumberBetween } from './parse-values';

/** A filter option list with a flag's identifiers. */
export type ListName = DisplayName;

/** A `search` flag and the `GET /signals` parameter it sets. */
interface SearchFlag {
  parameter: SearchParameter;
  option: Option;
  /** The list that shell completion takes values from. */
  list?: ListName;
}

type Parse = (text: string, previous: unknown) => unknown;

const collect =
  (read: (text: string) => unknown = (text) => text): Parse =>
  (text, previous) => [...((previous as unknown[] | undefined) ?? []), read(present(text))];

/** Accepts repeated flags, and comma-separated values as in the API. */
const collectList: Parse = (text, previous) => [
  ...((previous as string[] | undefined) ?? []),
  ...present(text)
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
];

/**
 * Rejects empty lists, which the API treats as absent: an unset shell variable would return, and charge for,
 * everything.
 */
function present(text: string): string {
  if (/[^\s,]/.test(text)) return text;
  throw new InvalidArgumentError('It is empty.\nGive a value, or leave the flag out.');
}

function parserOf(parameter: SearchParameter, row: ParameterRow): Parse | undefined {
  switch (row.kind) {
    case 'list':
      return collectList;
    case 'amount':
      return parseAmount;
    case 'integer':
      return wholeNumberBetween(row.minimum, row.maximum);
    case 'json':
      return collect(parameter === 'locations' ? parseLocation : undefined);
    default:
      return undefined;
  }
}

/** Creates the flags of some parameters. Each command needs its own, since options keep state. */
function flagsOf(parameters: object): SearchFlag[] {
  return (Object.keys(parameters) as SearchParameter[]).flatMap((parameter) => {
    const row = rowOf(parameter);
    const { flag, options } = row;
    // Defined by the command itself.
    if (flag.value === undefined) return [];
    const option = new Option(`${flagOf(parameter)} <${flag.value}>`, flag.help);
    const parse = parserOf(parameter, row);
    if (parse) option.argParser(parse);
    if (row.kind === 'choice') return [{ parameter, option: option.choices([...row.choices]) }];
    return [{ parameter, option, ...(options && { list: displayNameOf(options) }) }];
  });
}

/** Flags for words in titles, in help order. */
export const wordFlags = () => flagsOf(WORD_PARAMETERS);

/** Flags for structured filters. */
export const filterFlags = () => flagsOf(STRUCTURED_PARAMETERS);

/** Flags for what to return. */
export const pageFlags = () => flagsOf(PAGING_PARAMETERS);

/** Flags for counts. */
export const countFlags = () => flagsOf(COUNTING_PARAMETERS);

/** Flags completed from filter options, by long name. */
export function optionFlags(): ReadonlyMap<string, ListName> {
  return new Map(filterFlags().flatMap(({ option, list }) => (list ? [[option.long!, list] as const] : [])));
}

/** The flag of a parameter, as the user writes it. */
export function flagOfParameter(parameter: string): string | undefined {
  return SEARCH_PARAMETER_NAMES.has(parameter) ? flagOf(parameter as SearchParameter) : undefined;
}

/** The list with a parameter's identifiers, if it has one. */
export function listOfParameter(parameter: string): ListName | undefined {
  if (!SEARCH_PARAMETER_NAMES.has(parameter)) return undefined;
  const { options } = rowOf(parameter as SearchParameter);
  return options && displayNameOf(options);
}
