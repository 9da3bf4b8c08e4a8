import { BUDGET_HEADERS } from '../budgets';
import { SAVED_SEARCH_EXAMPLE } from '../records/saved-search';
import { SAVED_SEARCH } from '../saved-searches';

/** An operation to try: what to start with, what it can cost at most, and how the clients call it. */
interface CallRow {
  title: string;
  /** Its id in the OpenAPI document. */
  operation: string;
  /** Parameters that are always sent. */
  fixed?: Readonly<Record<string, string>>;
  /** The operation's parameters and headers that do not apply. */
  without?: readonly string[];
  /** Maximum records it can cost: its `limit`, one, or none. */
  costs: 'limit' | 'one' | 'nothing';
  /** What it changes, for users to confirm; absent if it only reads. */
  writes?: {
    question: string;
    consequence: string;
    confirm: string;
    /** Whether it cannot be undone. */
    isFinal?: true;
  };
  /** Whether the TypeScript SDK takes its parameters and options as one object. */
  hasOneObject?: true;
  /** Members that the TypeScript SDK takes as separate arguments, after the path's. */
  ownArguments?: readonly string[];
  /** The SDKs' method, by its TypeScript name. Path parameters come first. */
  method: string;
  /** The client's command. If it lacks a parameter in use, `signals api` makes the same request. */
  command?: {
    name: string;
    /** Its positional arguments, by parameter. */
    positional?: readonly string[];
    /** Parameters it has flags for; search parameters have their own flag names. */
    flags?: readonly string[];
    /** Flags not named after their parameter. */
    renamed?: Readonly<Record<string, string>>;
  };
  /** The parameters shown at first, with values that find something in the test corpus. */
  starts: Readonly<Record<string, string>>;
  /** Other parameters, shown empty. */
  shows?: readonly string[];
}

const COUNTING = ['countOnly', 'facets'];
/** Parameters of a search, but not of its count. */
const ANSWERING = ['semantic', 'limit', 'cursor', 'page', 'fields', 'matched', 'countOnly'];
const COST_BOUNDS = [BUDGET_HEADERS.maximum, BUDGET_HEADERS.id, BUDGET_HEADERS.records];

/** The calls of the playground, in display order. */
const CALLS = {
  search: {
    title: 'Search signals',
    operation: 'searchSignals',
    without: COUNTING,
    costs: 'limit',
    method: 'signals.search',
    command: { name: 'search' },
    starts: { q: '"series a"', limit: '5' },
  },
  count: {
    title: 'Count signals',
    operation: 'searchSignals',
    fixed: { countOnly: 'true' },
    without: [...ANSWERING, ...COST_BOUNDS],
    costs: 'nothing',
    method: 'signals.count',
    command: { name: 'count' },
    starts: { category: 'funding', facets: 'country,month' },
  },
  changes: {
    title: 'Follow changes',
    operation: 'getChanges',
    costs: 'limit',
    method: 'signals.changes',
    starts: { category: 'funding', limit: '50' },
    shows: ['since'],
  },
  company: {
    title: 'Get a company',
    operation: 'getCompany',
    costs: 'one',
    method: 'companies.get',
    hasOneObject: true,
    command: { name: 'company', positional: ['slug'], flags: ['fields'] },
    starts: { slug: 'amberwick-robotics' },
  },
  identify: {
    title: 'Identify a company',
    operation: 'identifyCompany',
    costs: 'nothing',
    method: 'companies.identify',
    command: { name: 'identify', flags: ['domain', 'name'] },
    starts: { domain: 'jobs.amberwick-robotics.example' },
  },
  suggest: {
    title: 'Suggest values',
    operation: 'suggest',
    costs: 'nothing',
    method: 'suggest',
    command: { name: 'suggest', positional: ['kind', 'prefix'], flags: ['limit'] },
    starts: { kind: 'company', prefix: 'amber' },
  },
  'filter-options': {
    title: 'List filter options',
    operation: 'getFilterOptions',
    costs: 'nothing',
    method: 'filterOptions',
    command: { name: 'options' },
    starts: {},
  },
  usage: {
    title: 'Get usage',
    operation: 'getUsage',
    costs: 'nothing',
    method: 'usage',
    command: { name: 'usage', flags: ['month'] },
    starts: {},
  },
  receipts: {
    title: 'List receipts',
    operation: 'listReceipts',
    costs: 'nothing',
    method: 'receipts.list',
    command: { name: 'receipts', flags: ['month'] },
    starts: {},
  },
  statement: {
    title: 'Get a statement',
    operation: 'getStatement',
    costs: 'nothing',
    method: 'receipts.statement',
    command: { name: 'statement', flags: ['month'] },
    starts: {},
  },
  'saved-searches': {
    title: 'List saved searches',
    operation: 'listSavedSearches',
    costs: 'nothing',
    method: 'savedSearches.list',
    command: { name: 'saved list' },
    starts: {},
  },
  'create-saved-search': {
    title: 'Create a saved search',
    operation: 'createSavedSearch',
    costs: 'nothing',
    writes: {
      question: 'Create this saved search?',
      consequence:
        'It is saved in the account of the key. With a webhook, each match that is sent costs a record.',
      confirm: 'Create saved search',
    },
    method: 'savedSearches.create',
    command: { name: 'saved create' },
    starts: {
      name: SAVED_SEARCH_EXAMPLE.data.name,
      query: JSON.stringify(SAVED_SEARCH_EXAMPLE.data.query),
    },
  },
  'saved-search': {
    title: 'Get a saved search',
    operation: 'getSavedSearch',
    costs: 'nothing',
    method: 'savedSearches.get',
    command: { name: 'saved show', positional: ['id'] },
    starts: {},
  },
  'saved-search-changes': {
    title: 'Follow a saved search',
    operation: 'getSavedSearchChanges',
    costs: 'limit',
    method: 'savedSearches.changes',
    starts: { limit: '50' },
    shows: ['since'],
  },
  'update-saved-search': {
    title: 'Change a saved search',
    operation: 'updateSavedSearch',
    costs: 'nothing',
    writes: {
      question: 'Change this saved search?',
      consequence:
        'What the body has replaces what was saved. With a webhook, each match that is sent costs a record.',
      confirm: 'Change saved search',
    },
    method: 'savedSearches.update',
    command: { name: 'saved update', positional: ['id'] },
    starts: { name: SAVED_SEARCH_EXAMPLE.data.name },
  },
  'delete-saved-search': {
    title: 'Delete a saved search',
    operation: 'deleteSavedSearch',
    costs: 'nothing',
    writes: {
      question: 'Delete this saved search?',
      consequence: 'Everything that waits to be sent to its webhook is deleted, too. This cannot be undone.',
      confirm: 'Delete saved search',
      isFinal: true,
    },
    method: 'savedSearches.delete',
    command: { name: 'saved delete', positional: ['id'] },
    starts: {},
  },
  'rotate-secret': {
    title: 'Rotate a webhook’s secret',
    operation: 'rotateWebhookSecret',
    costs: 'nothing',
    writes: {
      question: 'Rotate the secret of this webhook?',
      consequence:
        'Only the response has the new secret. The previous one also signs for ' +
        `${SAVED_SEARCH.secretOverlapHours} hours. This cannot be undone.`,
      confirm: 'Rotate secret',
      isFinal: true,
    },
    method: 'savedSearches.rotateSecret',
    command: { name: 'saved rotate-secret', positional: ['id'] },
    starts: {},
  },
  'test-webhook': {
    title: 'Send a test event',
    operation: 'sendTestEvent',
    costs: 'nothing',
    writes: {
      question: 'Send a test event?',
      consequence: 'The webhook gets an event without signals.',
      confirm: 'Send test event',
    },
    method: 'savedSearches.sendTest',
    command: { name: 'saved test', positional: ['id'] },
    starts: {},
  },
  deliveries: {
    title: 'List deliveries',
    operation: 'listDeliveries',
    costs: 'nothing',
    method: 'savedSearches.deliveries',
    hasOneObject: true,
    command: { name: 'saved deliveries', positional: ['id'], flags: ['limit', 'cursor'] },
    starts: {},
  },
  'replay-delivery': {
    title: 'Send a delivery again',
    operation: 'replayDelivery',
    costs: 'nothing',
    writes: {
      question: 'Send this delivery again?',
      consequence: 'The webhook gets it once more, with the same webhook-id.',
      confirm: 'Send again',
    },
    method: 'savedSearches.replay',
    command: { name: 'saved replay', positional: ['id'], renamed: { deliveryId: '--delivery' } },
    starts: {},
  },
  'replay-deliveries': {
    title: 'Send deliveries again',
    operation: 'replayDeliveries',
    costs: 'nothing',
    writes: {
      question: 'Send these deliveries again?',
      consequence: 'Every delivery created since then is sent to the webhook again.',
      confirm: 'Send all again',
    },
    method: 'savedSearches.replaySince',
    ownArguments: ['since'],
    command: { name: 'saved replay', positional: ['id'] },
    starts: {},
  },
} as const satisfies Record<string, CallRow>;

export type CallName = keyof typeof CALLS;

export const CALL_NAMES = Object.keys(CALLS) as CallName[];

export const isCall = (name: string): name is CallName => Object.hasOwn(CALLS, name);

/** A call's row, with its optional properties. */
export const callOf = (name: CallName): CallRow => CALLS[name];
