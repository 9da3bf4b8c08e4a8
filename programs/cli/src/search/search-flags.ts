import type { SearchParameters } from '@heliograph/sdk';
import { Option } from 'commander';
import { parseAmount, parseLocation, wholeNumberBetween } from './parse-values';

/** Lists of the catalogue whose identifiers a flag takes. */
export type CatalogueList =
  | 'categories'
  | 'industries'
  | 'hiring-types'
  | 'hiring-functions'
  | 'hiring-seniorities'
  | 'hiring-employment-types'
  | 'hiring-work-arrangements'
  | 'funding-stages'
  | 'sizes'
  | 'countries';

/** A flag of `search` and the parameter of `GET /signals` that it sets. */
export interface SearchFlag {
  parameter: keyof SearchParameters;
  option: Option;
  /** Where shell completion finds values. */
  catalogue?: CatalogueList;
}

type Parse = (text: string, previous: unknown) => unknown;

const collect =
  (read: (text: string) => unknown = (text) => text): Parse =>
  (text, previous) => [...((previous as unknown[] | undefined) ?? []), read(text)];

/** Also comma-separated, as the API writes lists. */
const collectList: Parse = (text, previous) => [
  ...((previous as string[] | undefined) ?? []),
  ...text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
];

function flag(
  parameter: keyof SearchParameters,
  flags: string,
  description: string,
  rest: { parse?: Parse; choices?: readonly string[]; catalogue?: CatalogueList } = {},
): SearchFlag {
  const option = new Option(flags, description);
  if (rest.choices) option.choices([...rest.choices]);
  if (rest.parse) option.argParser(rest.parse);
  return { parameter, option, ...(rest.catalogue && { catalogue: rest.catalogue }) };
}

const list = (
  parameter: keyof SearchParameters,
  flags: string,
  description: string,
  catalogue?: CatalogueList,
) => flag(parameter, flags, description, { parse: collectList, ...(catalogue && { catalogue }) });

const days = ['7', '30', '90'] as const;

/** Every filter of `GET /signals`, in the order of the help. Made anew for each command: options keep state. */
export function wordFlags(): SearchFlag[] {
  return [
    flag(
      'q',
      '--q <text>',
      'the same as the words: all must be in the title, "…" is a phrase, -word excludes',
    ),
    flag('all', '--all-words <text>', 'titles with all of these words'),
    flag('any', '--any <text>', 'titles with at least one of these words'),
    flag('exact', '--exact <phrase>', 'titles with this phrase'),
    flag('exclude', '--exclude <text>', 'titles with none of these words'),
    flag('semantic', '--semantic <text>', 'rank by closeness in meaning to this text instead of date'),
  ];
}

export function filterFlags(): SearchFlag[] {
  return [
    flag('company', '--company <words>', 'words of the company’s name'),
    flag('companySlug', '--company-slug <slug>', 'one company, by its slug'),
    list('companies', '--companies <list>', 'companies by slug or whole name; repeatable'),
    flag('country', '--country <country>', 'country, as answers hold it', { catalogue: 'countries' }),
    flag('locations', '--locations <place>', 'country:Germany, city:Paris or city:Paris@France; repeatable', {
      parse: collect(parseLocation),
    }),
    flag('industry', '--industry <industry>', 'one industry', { catalogue: 'industries' }),
    flag('industries', '--industries <industry>', 'one of several industries; repeatable', {
      parse: collect(),
      catalogue: 'industries',
    }),
    flag('size', '--size <range>', 'employees of the company', {
      choices: ['1-49', '50-100', '101-500', '501-10000000'],
    }),
    flag('days', '--days <days>', 'activity of the last days', { choices: days }),
    list('dateRanges', '--date-ranges <list>', 'ages in days, of 7, 30, 90 and older; repeatable'),
    flag('dateFrom', '--date-from <date>', 'first activity date, YYYY-MM-DD'),
    flag('dateTo', '--date-to <date>', 'last activity date, YYYY-MM-DD'),
    list('category', '--category <list>', 'categories; repeatable', 'categories'),
    list('hiringState', '--hiring-state <list>', 'hiring types; repeatable', 'hiring-types'),
    list('hiringFunction', '--hiring-function <list>', 'job functions; repeatable', 'hiring-functions'),
    list('hiringSeniority', '--hiring-seniority <list>', 'seniorities; repeatable', 'hiring-seniorities'),
    list(
      'hiringEmployment',
      '--hiring-employment <list>',
      'employment types; repeatable',
      'hiring-employment-types',
    ),
    list(
      'hiringWorkArrangement',
      '--hiring-work-arrangement <list>',
      'work arrangements; repeatable',
      'hiring-work-arrangements',
    ),
    list('fundingStage', '--funding-stage <list>', 'funding stages; repeatable', 'funding-stages'),
    flag('fundingCurrency', '--funding-currency <currency>', 'currency of the funding', {
      choices: ['USD', 'EUR', 'GBP'],
    }),
    flag('fundingMin', '--funding-min <amount>', 'least amount, as 500k or 1.5m', { parse: parseAmount }),
    flag('fundingMax', '--funding-max <amount>', 'greatest amount', { parse: parseAmount }),
    list('ids', '--ids <list>', 'activities by id; repeatable'),
    list('activityIds', '--activity-ids <list>', 'the same, with --semantic too; repeatable'),
  ];
}

export function pageFlags(): SearchFlag[] {
  return [
    flag('limit', '--limit <number>', 'signals of a page, 1 to 50', { parse: wholeNumberBetween(1, 50) }),
    flag('cursor', '--cursor <cursor>', 'go on behind an earlier page'),
    flag('page', '--page <number>', 'page by its number, 1 to 100', { parse: wholeNumberBetween(1, 100) }),
  ];
}

/** Flags that complete from the catalogue, by their long name. */
export function catalogueFlags(): ReadonlyMap<string, CatalogueList> {
  return new Map(
    filterFlags().flatMap(({ option, catalogue }) => (catalogue ? [[option.long!, catalogue] as const] : [])),
  );
}

/** The flag that sets a parameter, as the user writes it. */
export function flagOfParameter(parameter: string): string | undefined {
  const special: Record<string, string> = { searchGroups: '--group', countOnly: '--count' };
  const all = [...wordFlags(), ...filterFlags(), ...pageFlags()];
  return special[parameter] ?? all.find((one) => one.parameter === parameter)?.option.long;
}
