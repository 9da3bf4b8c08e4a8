import { COUNTING_PARAMETERS } from '../search/counting';
import type { Schema } from '../json-schema';
import { FILTER_PARAMETERS, SEARCH_PARAMETER_NAMES } from '../search/search-parameters';
import { LIST_ARGUMENT, listArgument } from './shown-options';

/** For how long the same call of the same credential is answered again, free of charge. */
export const TOOL_REPLAY_SECONDS = 600;

/** A tool of the interface for agents: an operation of the API, as a model sees it. */
interface ToolRow {
  title: string;
  /** Of the OpenAPI document. */
  operation: string;
  /** What a model has to know to choose it and to use it well. Prices are added. */
  description: string;
  /** Whether its answers cost records. */
  isPaid?: true;
  /** Its arguments among the parameters of the operation; all of them unless given. */
  parameters?: readonly string[];
  /** Parameters that it always sends. */
  fixed?: Readonly<Record<string, string>>;
  /** The schema of its answers. */
  answers: string;
  /** Arguments that the operation does not have: they choose what of its answer is shown. */
  showing?: Readonly<Record<string, Schema>>;
}

/** Parameters of a search that returns signals. */
const SEARCHING = [...SEARCH_PARAMETER_NAMES].filter((name) => !Object.hasOwn(COUNTING_PARAMETERS, name));

/** The tools of `POST /mcp`, in the order in which a model is shown them. */
export const TOOLS = {
  search_signals: {
    title: 'Search signals',
    operation: 'searchSignals',
    isPaid: true,
    parameters: SEARCHING,
    answers: 'SelectedPage',
    description:
      'Finds published signals: activities of companies such as funding rounds, acquisitions, launches and hiring. Keywords are ' +
      'literal (`q`, `all`, `any`, `exact`, `exclude`, `searchGroups`); `semantic` ranks by meaning instead. All arguments combine ' +
      'with AND, the items of a list with OR. The latest come first. Ask count_signals before, and set `limit` to what you need. ' +
      'For the next page repeat the call with `cursor` set to `data.nextCursor`, which is null on the last page.',
  },
  count_signals: {
    title: 'Count signals',
    operation: 'searchSignals',
    parameters: [...FILTER_PARAMETERS, 'facets'],
    fixed: { countOnly: 'true' },
    answers: 'SearchTotal',
    description:
      'Counts the signals that match, without returning any: `data.total`. Takes the filters of search_signals. `facets` breaks the ' +
      'count down by category, country, company, month and others.',
  },
  get_company: {
    title: 'Get a company',
    operation: 'getCompany',
    isPaid: true,
    answers: 'SelectedCompanyAnswer',
    description: 'Details of one company by its slug, which is `company.slug` of a signal.',
  },
  identify_company: {
    title: 'Identify a company',
    operation: 'identifyCompany',
    answers: 'IdentifyAnswer',
    description:
      'The companies that a domain, URL, email address or name means, with their slugs, those with the most signals first. Give exactly ' +
      'one of `domain` and `name`.',
  },
  suggest: {
    title: 'Suggest values',
    operation: 'suggest',
    answers: 'SuggestAnswer',
    description:
      'Companies, countries, cities, industries or categories whose names begin with what is given, as filters take them. Use it to find ' +
      'the slug of a company, or how a place or an industry is written.',
  },
  filter_options: {
    title: 'List filter options',
    operation: 'getFilterOptions',
    answers: 'ShownOptionsAnswer',
    showing: { [LIST_ARGUMENT]: listArgument },
    description:
      'The values that filters take: categories, hiring labels, funding stages, sizes, industries and countries. Ask before the ' +
      `first search that filters by one of them, with \`${LIST_ARGUMENT}\` if one list is enough.`,
  },
  usage: {
    title: 'Get usage',
    operation: 'getUsage',
    answers: 'UsageAnswer',
    description:
      'What the account used in a UTC month, and what it has left: records, allowances and the balance.',
  },
} as const satisfies Record<string, ToolRow>;

export type ToolName = keyof typeof TOOLS;

export const TOOL_NAMES = Object.keys(TOOLS) as ToolName[];

/** The row of a tool, with what is optional in it. */
export const toolOf = (name: ToolName): ToolRow => TOOLS[name];

/** What a model is told of all tools together. */
export const TOOL_INSTRUCTIONS =
  'Heliograph answers questions about what companies do, from published signals. Records cost money: count first (count_signals is ' +
  'free), ask for as few signals as the question needs (`limit`), and pass `max_records` to bound what a call may cost. ' +
  'Every result says in `records` what it cost and what is left. After a lost answer repeat the same call: within ten minutes ' +
  'the same answer comes again, free of charge.';
