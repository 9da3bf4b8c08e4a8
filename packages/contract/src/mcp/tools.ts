import { COUNTING_PARAMETERS } from '../search/counting';
import type { Schema } from '../json-schema';
import { FILTER_PARAMETERS, SEARCH_PARAMETER_NAMES } from '../search/search-parameters';
import { LIST_ARGUMENT, listArgument } from './shown-options';

/** How long a repeated call by the same credential gets the same answer, free of charge. */
export const TOOL_REPLAY_SECONDS = 600;

/** A tool for agents: an API operation as a model sees it. */
interface ToolRow {
  title: string;
  /** Its id in the OpenAPI document. */
  operation: string;
  /** What a model needs to know to choose and use it well, except the price. */
  description: string;
  /** Whether its results cost records. */
  isPaid?: true;
  /** Which of the operation's parameters are arguments; all by default. */
  parameters?: readonly string[];
  /** Parameters that are always sent. */
  fixed?: Readonly<Record<string, string>>;
  /** The schema of its results. */
  response: string;
  /** Arguments the operation lacks: they choose what to show of its response. */
  showing?: Readonly<Record<string, Schema>>;
}

/** Parameters of a search that returns signals. */
const SEARCHING = [...SEARCH_PARAMETER_NAMES].filter((name) => !Object.hasOwn(COUNTING_PARAMETERS, name));

/** The tools of `POST /mcp`, in the order shown to models. */
const TOOLS = {
  search_signals: {
    title: 'Search signals',
    operation: 'searchSignals',
    isPaid: true,
    parameters: SEARCHING,
    response: 'SelectedPage',
    description:
      'Finds published signals: company activities such as funding rounds, acquisitions, launches, and ' +
      'hiring. Keywords are literal (`q`, `all`, `any`, `exact`, `exclude`, `searchGroups`); ' +
      '`semantic` ranks by meaning instead. Arguments combine with AND, the items of a list with OR. ' +
      'Newest first. Call count_signals first, and set `limit` to what you need. For the next page, ' +
      'repeat the call with `cursor` set to `data.nextCursor`, which is null on the last page.',
  },
  count_signals: {
    title: 'Count signals',
    operation: 'searchSignals',
    parameters: [...FILTER_PARAMETERS, 'facets'],
    fixed: { countOnly: 'true' },
    response: 'SearchTotal',
    description:
      'Counts the matching signals without returning any: `data.total`. Takes the filters of ' +
      'search_signals. `facets` breaks the count down by category, country, company, month, and more.',
  },
  get_company: {
    title: 'Get a company',
    operation: 'getCompany',
    isPaid: true,
    response: 'SelectedCompanyResponse',
    description: 'Details of one company by its slug, the `company.slug` of a signal.',
  },
  identify_company: {
    title: 'Identify a company',
    operation: 'identifyCompany',
    response: 'IdentifyResponse',
    description:
      'The companies that match a domain, URL, email address, or name, with their slugs, most signals ' +
      'first. Give exactly one of `domain` and `name`.',
  },
  suggest: {
    title: 'Suggest values',
    operation: 'suggest',
    response: 'SuggestionList',
    description:
      'Companies, countries, cities, industries, or categories whose names contain the given words, the last ' +
      'of which may be incomplete, as filters accept them. Use it to find a company’s slug, or the spelling of a place or an industry.',
  },
  filter_options: {
    title: 'List filter options',
    operation: 'getFilterOptions',
    response: 'ShownOptionsResponse',
    showing: { [LIST_ARGUMENT]: listArgument },
    description:
      'The values that filters accept: categories, hiring labels, funding stages, sizes, industries, and ' +
      'countries. Call it before the first search that uses one of these filters, with ' +
      `\`${LIST_ARGUMENT}\` if one list is enough.`,
  },
  usage: {
    title: 'Get usage',
    operation: 'getUsage',
    response: 'UsageResponse',
    description: 'What the account used in a UTC month, and what is left: records, allowances, and balance.',
  },
} as const satisfies Record<string, ToolRow>;

export type ToolName = keyof typeof TOOLS;

export const TOOL_NAMES = Object.keys(TOOLS) as ToolName[];

/** A tool's row, with its optional properties. */
export const toolOf = (name: ToolName): ToolRow => TOOLS[name];

/** Instructions to a model, for all tools together. */
export const toolInstructions = (isTest: boolean): string =>
  'Heliograph answers questions about what companies do, from published signals. ' +
  (isTest
    ? 'With this key they are fictional, and test records are free, but limited: '
    : 'Records cost money: ') +
  'count first (count_signals is free), ask for only as many signals as the question needs ' +
  '(`limit`), and pass `max_records` to bound the cost of a call. Every result’s `records` says ' +
  'what it cost and what is left. If a response is lost, repeat the same call: within ten minutes you ' +
  'get the same response, free of charge.';
