import {
  INDUSTRY_LENGTH,
  LOCATION,
  NOT_BLANK,
  SEARCH_GROUPS,
  SEARCH_PARAMETERS,
  SIGNAL_ID,
  type ParameterRule,
  type SearchParameter,
} from '@heliograph/signal-search';
import type { JsonValue, Parameter, Schema } from './types';

interface Words {
  description: string;
  example?: JsonValue;
}

const inCatalogue = 'identifiers as listed by GET /filter-options; one that is not listed there is a 400.';

const WORDS: Readonly<Record<SearchParameter, Words>> = {
  q: {
    description:
      'Keywords in the title, separated by white space. "Quotes" make a phrase; a leading - excludes the word or ' +
      'phrase. Every term must match, no excluded one may. Literal: whole words, in any case and with or without ' +
      'accents, but no stemming, synonyms or typing mistakes. In Chinese, Japanese, Korean and other scripts without ' +
      'spaces any letters that stand together are found. Other punctuation has no meaning.',
    example: '"series a" -rumor',
  },
  searchGroups: {
    description:
      'Groups of terms as URL-encoded JSON. A term is a word or a phrase. With scope `activity` the terms must match ' +
      'within one title; with scope `company` they may match in separate activities of the same company, and the ' +
      'activities that match a term are returned as evidence. `match` combines the terms of a group, `op` the groups. ' +
      `At most ${SEARCH_GROUPS.termsInAll} terms in all groups together; exclusions do not count.`,
    example: {
      op: 'and',
      groups: [
        { scope: 'company', match: 'and', terms: ['series a', 'engineer'] },
        { scope: 'activity', match: 'or', terms: ['engineer', 'developer'], exclude: ['intern'] },
      ],
    },
  },
  company: {
    description: 'Words (as of `q`) that stand together, in this order, in the name of the company.',
    example: 'emberloom',
  },
  companySlug: { description: 'The slug of one company, exactly.', example: 'emberloom-finance' },
  all: {
    description: 'Terms that must all match the title. White space or commas separate, quotes group.',
    example: 'raises, "series a"',
  },
  exact: {
    description: 'One phrase: its words adjacent and in this order in the title.',
    example: 'is hiring',
  },
  any: {
    description: 'Terms of which at least one must match the title; written as for `all`.',
    example: 'layoffs, "reduce headcount"',
  },
  exclude: {
    description: 'Terms of which none may match the title; written as for `all`.',
    example: 'rumor',
  },
  country: {
    description: 'A country as the answers hold it, not a display label.',
    example: 'United States',
  },
  locations: {
    description:
      'Countries and cities as URL-encoded JSON; one of them must match, in any case and with or without accents. ' +
      '`country` narrows a city to one country.',
    example: [
      { kind: 'country', value: 'Germany' },
      { kind: 'city', value: 'Paris', country: 'France' },
    ],
  },
  industry: { description: 'An industry as the answers hold it.', example: 'Robotics' },
  industries: {
    description: 'Industries as a URL-encoded JSON array of texts; one of them must match.',
    example: ['Robotics', 'Aerospace'],
  },
  size: {
    description: 'Employees of the company, both ends included. A company of unknown size matches none.',
    example: '101-500',
  },
  days: { description: 'Activities of the last 7, 30 or 90 days (UTC), today included.', example: '30' },
  dateRanges: {
    description: 'Ranges of age in days, of which one must match; `older` is more than 90 days ago.',
    example: ['7', 'older'],
  },
  dateFrom: {
    description:
      'First activity date, included. Not before the earliest supported date, which is 2026-08-30 unless the ' +
      'operator chose another.',
    example: '2026-09-01',
  },
  dateTo: {
    description: 'Last activity date, included. Alone it reaches back to the earliest supported date.',
    example: '2026-11-30',
  },
  category: { description: `Categories: ${inCatalogue}`, example: ['funding', 'acquisition'] },
  hiringState: { description: `Hiring types, comma-separated: ${inCatalogue}`, example: 'open-role' },
  hiringFunction: { description: `Job functions, comma-separated: ${inCatalogue}`, example: 'engineering' },
  hiringSeniority: { description: `Seniorities, comma-separated: ${inCatalogue}`, example: 'senior,lead' },
  hiringEmployment: {
    description: `Employment types, comma-separated: ${inCatalogue}`,
    example: 'full-time',
  },
  hiringWorkArrangement: {
    description: `Work arrangements, comma-separated: ${inCatalogue}`,
    example: 'remote',
  },
  fundingStage: {
    description: `Funding stages, comma-separated: ${inCatalogue}`,
    example: 'series-a,series-b',
  },
  fundingCurrency: {
    description: 'Keeps funding published in this currency. Without it amounts are compared as published.',
    example: 'USD',
  },
  fundingMin: { description: 'Least published funding amount, included.', example: 1000000 },
  fundingMax: { description: 'Greatest published funding amount, included.', example: 50000000 },
  companies: {
    description:
      'Companies, each given by its slug or by its whole name (in any case, with or without accents); one of them ' +
      'must match.',
    example: ['emberloom-finance', 'Limpetvane People'],
  },
  activityIds: {
    description: 'Only activities with one of these ids. Works in semantic mode too.',
    example: ['4100029619', '4100086192'],
  },
  // No example, as of `page` and `countOnly`: it would not go together with that of `semantic`.
  ids: {
    description: 'Only activities with one of these ids. Not in semantic mode.',
  },
  cursor: {
    description:
      'The `nextCursor` of the page before, with exactly the same filters. In keyword mode `limit` may change from ' +
      'page to page, and cursors do not expire; in semantic mode query and limit must be the same too, and a cursor ' +
      'holds for one hour. It belongs to the account and the interface that it was given to. Not together with `page`.',
  },
  limit: { description: 'Signals in one answer. Each one returned is a record.', example: 20 },
  page: {
    description:
      'Number of the page, from 1. Keyword mode only. Use `cursor` for anything that must not skip or repeat a ' +
      'signal while others are being published.',
  },
  countOnly: {
    description:
      'With `true` the answer is the number of matching signals and costs no records; `limit`, `page` and `cursor` ' +
      'then change nothing. Keyword mode only.',
  },
  semantic: {
    description:
      'Switches to semantic search: signals ranked by closeness in meaning to this text. Up to 1000 nearest signals ' +
      'are the pool, and all filters, `q` too, apply within it alone. Not together with `page`, `ids` or ' +
      '`countOnly=true`. Where it is not available the answer is 503 `semantic_unavailable`, never a search by ' +
      'keywords. The text may be sent to an embedding provider outside of this system; nothing else is.',
    example: 'machines that unload ships by themselves',
  },
};

/** What each JSON parameter holds. */
const JSON_SCHEMAS: Readonly<Record<string, Schema>> = {
  searchGroups: {
    type: 'object',
    additionalProperties: false,
    required: ['op', 'groups'],
    properties: {
      op: { type: 'string', enum: ['and', 'or'], description: 'Combines the groups.' },
      groups: {
        type: 'array',
        minItems: 1,
        maxItems: SEARCH_GROUPS.groups,
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['scope', 'match', 'terms'],
          properties: {
            scope: {
              type: 'string',
              enum: ['activity', 'company'],
              description: 'Where the terms must match.',
            },
            match: { type: 'string', enum: ['and', 'or'], description: 'Combines the terms.' },
            terms: {
              type: 'array',
              maxItems: SEARCH_GROUPS.terms,
              items: { type: 'string', minLength: 1, maxLength: SEARCH_GROUPS.termLength },
            },
            exclude: {
              type: 'array',
              default: [],
              maxItems: SEARCH_GROUPS.exclusions,
              items: { type: 'string', minLength: 1, maxLength: SEARCH_GROUPS.termLength },
              description: 'Terms that must not match, within the scope.',
            },
          },
        },
      },
    },
  },
  locations: {
    type: 'array',
    maxItems: SEARCH_PARAMETERS.locations.maximumItems,
    items: {
      type: 'object',
      additionalProperties: false,
      required: ['kind', 'value'],
      properties: {
        kind: { type: 'string', enum: ['country', 'city'] },
        value: { type: 'string', minLength: 1, maxLength: LOCATION.valueLength },
        country: { type: 'string', maxLength: LOCATION.countryLength, description: 'Of a city.' },
      },
    },
  },
  industries: {
    type: 'array',
    maxItems: SEARCH_PARAMETERS.industries.maximumItems,
    items: { type: 'string', minLength: 1, maxLength: INDUSTRY_LENGTH },
  },
};

/** The query parameters of `GET /signals`, made from the rules that the parser enforces. */
export const searchParameters: readonly Parameter[] = Object.entries(SEARCH_PARAMETERS).map(
  ([name, rule]) => {
    const { description, example } = WORDS[name as SearchParameter];
    const parameter = { name, in: 'query', description, required: false } as const;
    if (rule.kind === 'json') {
      return {
        ...parameter,
        description: `${description} At most ${rule.maximumLength.toLocaleString('en')} characters of JSON.`,
        content: {
          'application/json': { schema: JSON_SCHEMAS[name]!, ...(example !== undefined && { example }) },
        },
      };
    }
    const schema = schemaOf(rule);
    return {
      ...parameter,
      schema,
      ...(schema.type === 'array' && { style: 'form' as const, explode: false }),
      ...(example !== undefined && { example }),
    };
  },
);

function schemaOf(rule: Exclude<ParameterRule, { kind: 'json' }>): Schema {
  switch (rule.kind) {
    case 'text':
      return {
        type: 'string',
        ...(rule.minimum && { minLength: rule.minimum }),
        maxLength: rule.maximum,
        ...(rule.isNotBlank && { pattern: NOT_BLANK.source }),
      };
    case 'choice':
      return { type: 'string', enum: rule.choices };
    case 'date':
      return { type: 'string', format: 'date' };
    case 'amount':
      return { type: 'number', minimum: 0 };
    case 'integer':
      return { type: 'integer', minimum: rule.minimum, maximum: rule.maximum, default: rule.default };
    case 'flag':
      return { type: 'boolean', default: false };
    case 'list':
      return listSchema(rule);
  }
}

/** A list bounded as a whole is a text of that length; one bounded by items is an array. */
function listSchema(rule: ParameterRule & { kind: 'list' }): Schema {
  if (rule.maximumLength !== undefined) return { type: 'string', maxLength: rule.maximumLength };
  const items: Schema = { type: 'string' };
  if (rule.choices) items.enum = rule.choices;
  if (rule.pattern) items.pattern = rule.pattern.source;
  if (rule.maximumItemLength !== undefined) {
    items.minLength = 1;
    items.maxLength = rule.maximumItemLength;
  }
  return { type: 'array', minItems: 1, maxItems: rule.maximumItems!, items };
}

/** The form of ids, for the schemas of answers. */
export const signalIdPattern = SIGNAL_ID.source;
