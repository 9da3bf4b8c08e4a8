/**
 * What each query parameter of `GET /signals` looks like: the one table that the parser enforces and the OpenAPI
 * document is made from. Lengths are in characters; the bounds are those of the published interface.
 */
export type ParameterRule =
  | {
      kind: 'text';
      minimum?: number;
      maximum: number;
      /** Something besides white space must be in it. */
      isNotBlank?: boolean;
    }
  | { kind: 'choice'; choices: readonly string[] }
  /** Comma-separated. */
  | {
      kind: 'list';
      maximumItems?: number;
      maximumItemLength?: number;
      /** Of the whole value. */
      maximumLength?: number;
      choices?: readonly string[];
      pattern?: RegExp;
    }
  /** `YYYY-MM-DD` */
  | { kind: 'date' }
  /** A JSON number of at least 0. */
  | { kind: 'amount' }
  | { kind: 'integer'; minimum: number; maximum: number; default: number }
  | { kind: 'flag' }
  | { kind: 'json'; maximumLength: number; maximumDepth: number; maximumItems: number };

/** Ids of signals: decimal digits without leading zeros, at most 19. */
export const SIGNAL_ID = /^[1-9][0-9]{0,18}$/;

/** A text that is not only white space. */
export const NOT_BLANK = /\S/;

export const MAXIMUM_PAGE_SIZE = 50;

/** Bounds of `searchGroups` beyond its text. */
export const SEARCH_GROUPS = {
  groups: 4,
  terms: 30,
  exclusions: 30,
  termLength: 160,
  termsInAll: 30,
} as const;

/** Bounds of the items of `locations` and `industries`. */
export const LOCATION = { valueLength: 180, countryLength: 80 } as const;
export const INDUSTRY_LENGTH = 180;

const text = (maximum: number) => ({ kind: 'text', maximum }) as const;
const catalogued = (bounds: { maximumItems?: number; maximumItemLength?: number; maximumLength?: number }) =>
  ({ kind: 'list', ...bounds }) as const;

export const SEARCH_PARAMETERS = {
  q: text(1000),
  // Long enough for all terms and exclusions at their bounds in ASCII, or 30 terms of escaped Chinese.
  searchGroups: { kind: 'json', maximumLength: 32_768, maximumDepth: 4, maximumItems: SEARCH_GROUPS.groups },
  company: text(180),
  companySlug: text(180),
  all: text(1000),
  exact: text(180),
  any: text(1000),
  exclude: text(1000),
  country: text(180),
  locations: { kind: 'json', maximumLength: 32_768, maximumDepth: 2, maximumItems: 50 },
  industry: text(180),
  industries: { kind: 'json', maximumLength: 32_768, maximumDepth: 1, maximumItems: 50 },
  size: { kind: 'choice', choices: ['1-49', '50-100', '101-500', '501-10000000'] },
  days: { kind: 'choice', choices: ['7', '30', '90'] },
  dateRanges: { kind: 'list', maximumItems: 4, choices: ['7', '30', '90', 'older'] },
  dateFrom: { kind: 'date' },
  dateTo: { kind: 'date' },
  category: catalogued({ maximumItems: 30, maximumItemLength: 180 }),
  hiringState: catalogued({ maximumLength: 180 }),
  hiringFunction: catalogued({ maximumLength: 180 }),
  hiringSeniority: catalogued({ maximumLength: 180 }),
  hiringEmployment: catalogued({ maximumLength: 180 }),
  hiringWorkArrangement: catalogued({ maximumLength: 180 }),
  fundingStage: catalogued({ maximumLength: 180 }),
  fundingCurrency: { kind: 'choice', choices: ['USD', 'EUR', 'GBP'] },
  fundingMin: { kind: 'amount' },
  fundingMax: { kind: 'amount' },
  companies: { kind: 'list', maximumItems: 50, maximumItemLength: 180 },
  activityIds: { kind: 'list', maximumItems: 50, pattern: SIGNAL_ID },
  ids: { kind: 'list', maximumItems: 50, pattern: SIGNAL_ID },
  cursor: text(512),
  limit: { kind: 'integer', minimum: 1, maximum: MAXIMUM_PAGE_SIZE, default: MAXIMUM_PAGE_SIZE },
  page: { kind: 'integer', minimum: 1, maximum: 100, default: 1 },
  countOnly: { kind: 'flag' },
  semantic: { kind: 'text', minimum: 3, maximum: 1000, isNotBlank: true },
} as const satisfies Record<string, ParameterRule>;

export type SearchParameter = keyof typeof SEARCH_PARAMETERS;

/** The parameters whose rule is of one kind. */
export type ParameterOfKind<Kind extends ParameterRule['kind']> = {
  [Name in SearchParameter]: (typeof SEARCH_PARAMETERS)[Name]['kind'] extends Kind ? Name : never;
}[SearchParameter];

export const SEARCH_PARAMETER_NAMES: ReadonlySet<string> = new Set(Object.keys(SEARCH_PARAMETERS));

/** How much of the answer is wanted, not which signals; and the text to rank by. */
const NO_FILTERS: ReadonlySet<string> = new Set<SearchParameter>([
  'cursor',
  'limit',
  'page',
  'countOnly',
  'semantic',
]);

/** What a cursor holds for. */
export const FILTER_PARAMETERS = [...SEARCH_PARAMETER_NAMES].filter((name) => !NO_FILTERS.has(name));

/** The parameters whose items must be in the catalogue. */
export const CATALOGUED_PARAMETERS = [
  'category',
  'hiringState',
  'hiringFunction',
  'hiringSeniority',
  'hiringEmployment',
  'hiringWorkArrangement',
  'fundingStage',
] as const satisfies readonly SearchParameter[];

export type CataloguedParameter = (typeof CATALOGUED_PARAMETERS)[number];
