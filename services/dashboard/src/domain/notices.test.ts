import { noticesOf, type Situation } from './notices';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const allowance = (granted: number, used: number) => ({ granted, used, remaining: granted - used });
const KEY = {
  name: 'production',
  hint: 'hg_live_abcd',
  state: 'active',
  createdAt: '2026-10-01T00:00:00Z',
  expiresAt: null,
  monthlyCapRecords: null,
  capRecords: 0,
} as const;
const calm: Situation = {
  memberRole: 'owner',
  allowances: { api: allowance(100, 0), cli: allowance(500, 0), web: allowance(10, 0) },
  subscription: null,
  plan: null,
  prepaidUse: { cli: false, web: false },
  balance: { records: 0 },
  isBalanceLow: false,
  hasToppedUp: false,
  keys: [KEY],
};
const endingSoon = {
  periodStart: '2026-11-01T00:00:00.000Z',
  periodEnd: '2026-11-22T00:00:00.000Z',
  cli: allowance(5_000, 0),
};
const plan = (state: 'active' | 'canceling' | 'past_due') => ({
  state,
  price: '20.000',
  cliRecords: 5_000,
  periodEnd: '2026-11-22T00:00:00.000Z',
});
const codesOf = (changes: Partial<Situation>) =>
  noticesOf({ ...calm, ...changes }, NOW).map(({ code, severity }) => `${severity} ${code}`);

it('shows nothing when there is nothing to do', () => expect(codesOf({})).toEqual([]));

it.each<[string, Partial<Situation>, string[]]>([
  ['no key', { keys: [] }, ['info no_keys']],
  ['revoked keys only', { keys: [{ ...KEY, state: 'revoked' }] }, ['info no_keys']],
  [
    'the free records used, never topped up',
    { allowances: { ...calm.allowances, api: allowance(100, 100) } },
    ['critical api_allowance_used'],
  ],
  [
    'everything used up after topping up',
    { allowances: { ...calm.allowances, api: allowance(100, 100) }, hasToppedUp: true },
    ['critical balance_empty'],
  ],
  [
    'little balance',
    {
      allowances: { ...calm.allowances, api: allowance(100, 100) },
      balance: { records: 3 },
      isBalanceLow: true,
    },
    ['warning balance_low'],
  ],
  [
    'enough balance',
    { allowances: { ...calm.allowances, api: allowance(100, 100) }, balance: { records: 3_000 } },
    [],
  ],
  [
    'little for the client',
    { allowances: { ...calm.allowances, cli: allowance(500, 451) } },
    ['warning cli_allowance_low'],
  ],
  [
    'a subscription instead of the one-time records',
    {
      allowances: { ...calm.allowances, cli: allowance(500, 500) },
      subscription: {
        periodStart: '2026-11-01T00:00:00.000Z',
        periodEnd: '2026-12-01T00:00:00.000Z',
        cli: allowance(5_000, 0),
      },
    },
    [],
  ],
  [
    'a subscription that is ending',
    {
      subscription: {
        periodStart: '2026-11-01T00:00:00.000Z',
        periodEnd: '2026-11-22T00:00:00.000Z',
        cli: allowance(5_000, 0),
      },
    },
    ['info subscription_ends_soon'],
  ],
  [
    'all searches used',
    { allowances: { ...calm.allowances, web: allowance(10, 10) } },
    ['info web_searches_used'],
  ],
  ['unlimited searches', { allowances: { ...calm.allowances, web: null } }, []],
  [
    'a key that is about to expire',
    { keys: [{ ...KEY, expiresAt: '2026-11-26T00:00:00.000Z' }] },
    ['warning key_expires_soon'],
  ],
  [
    'a key created for a week, on its first day',
    { keys: [{ ...KEY, createdAt: '2026-11-20T11:00:00Z', expiresAt: '2026-11-27T11:00:00.000Z' }] },
    [],
  ],
  [
    'a key created for a week, on its last days',
    { keys: [{ ...KEY, createdAt: '2026-11-15T00:00:00Z', expiresAt: '2026-11-22T00:00:00.000Z' }] },
    ['warning key_expires_soon'],
  ],
  ['a subscription that renews automatically', { subscription: endingSoon, plan: plan('active') }, []],
  [
    'a canceled subscription',
    { subscription: endingSoon, plan: plan('canceling') },
    ['info subscription_ends_soon'],
  ],
  ['a failed renewal', { plan: plan('past_due') }, ['critical plan_past_due']],
  [
    'nothing left for the client, which the balance pays for',
    {
      allowances: { ...calm.allowances, cli: allowance(500, 500) },
      prepaidUse: { cli: true, web: false },
      balance: { records: 10 },
    },
    [],
  ],
  [
    'nothing left for the client, and no balance to pay for it',
    { allowances: { ...calm.allowances, cli: allowance(500, 500) }, prepaidUse: { cli: true, web: false } },
    ['warning cli_allowance_low'],
  ],
  [
    'all searches used, and the balance pays for more',
    {
      allowances: { ...calm.allowances, web: allowance(10, 10) },
      prepaidUse: { cli: false, web: true },
      balance: { records: 10 },
    },
    [],
  ],
  ['a key that expires later', { keys: [{ ...KEY, expiresAt: '2026-12-26T00:00:00.000Z' }] }, []],
  [
    'a key near its cap',
    { keys: [{ ...KEY, monthlyCapRecords: 100, capRecords: 90 }] },
    ['warning key_cap_near'],
  ],
  ['a key far from its cap', { keys: [{ ...KEY, monthlyCapRecords: 100, capRecords: 89 }] }, []],
])('%s', (_name, changes, codes) => expect(codesOf(changes)).toEqual(codes));

it.each<[Situation['memberRole'], string[]]>([
  ['developer', ['warning key_expires_soon', 'info no_keys']],
  ['viewer', ['warning key_expires_soon']],
  ['billing', []],
])('shows a member who is %s only what concerns them', (memberRole, codes) => {
  const expiring = { ...KEY, expiresAt: '2026-11-21T13:00:00.000Z' };
  expect([...codesOf({ memberRole, keys: [expiring] }), ...codesOf({ memberRole, keys: [] })]).toEqual(codes);
});

it('shows the most urgent notice first', () => {
  expect(
    codesOf({
      keys: [],
      allowances: { api: allowance(100, 100), cli: allowance(500, 500), web: allowance(10, 10) },
    }),
  ).toEqual([
    'critical api_allowance_used',
    'warning cli_allowance_low',
    'info no_keys',
    'info web_searches_used',
  ]);
});

const TOP_UP = { label: 'Top up', path: '/billing' };
const OPTIONS = { label: 'See your options', path: '/billing' };
const MANAGE = { label: 'Manage your keys', path: '/keys' };
const USED_UP = { ...calm.allowances, api: allowance(100, 100) };

it.each<[string, Partial<Situation>, string, object | undefined]>([
  [
    'no key',
    { keys: [] },
    'Create an API key to make your first request.',
    { label: 'Create a key', path: '/keys' },
  ],
  [
    'no free records',
    { allowances: USED_UP },
    'Your 100 free API records are used up. Top up to continue.',
    TOP_UP,
  ],
  [
    'no balance',
    { allowances: USED_UP, hasToppedUp: true },
    'Your balance is used up, so API requests are refused. Top up to continue.',
    TOP_UP,
  ],
  [
    'little balance',
    { allowances: USED_UP, balance: { records: 1 }, isBalanceLow: true },
    'Your balance is low: it is enough for 1 more record.',
    TOP_UP,
  ],
  [
    'a key at its cap',
    { keys: [{ ...KEY, monthlyCapRecords: 100, capRecords: 100 }] },
    'The key “production” has used up its cap of 100 records for this month.',
    MANAGE,
  ],
  [
    'a key near its cap',
    { keys: [{ ...KEY, monthlyCapRecords: 100, capRecords: 99 }] },
    'The key “production” has used 99 of its cap of 100 records for this month.',
    MANAGE,
  ],
  [
    'a key with a day left',
    { keys: [{ ...KEY, name: '', expiresAt: '2026-11-21T13:00:00.000Z' }] },
    'The key “hg_live_abcd” expires in 1 day.',
    MANAGE,
  ],
  [
    'a key with hours left',
    { keys: [{ ...KEY, expiresAt: '2026-11-21T11:00:00.000Z' }] },
    'The key “production” expires within a day.',
    MANAGE,
  ],
  [
    'a failed renewal',
    { plan: plan('past_due') },
    'Your subscription could not be renewed: the payment failed. Until it is paid, the command line uses its free records.',
    { label: 'Update the payment', path: '/billing' },
  ],
  [
    'one record for the client',
    { allowances: { ...calm.allowances, cli: allowance(500, 499) } },
    'The command-line client has 1 record left.',
    OPTIONS,
  ],
  [
    'none for the client',
    { allowances: { ...calm.allowances, cli: allowance(500, 500) } },
    'The command-line client’s records are used up.',
    OPTIONS,
  ],
  [
    'a subscription that is ending',
    { subscription: endingSoon },
    "Your subscription's period ends in 1 day.",
    undefined,
  ],
  [
    'all searches used',
    { allowances: { ...calm.allowances, web: allowance(10, 10) } },
    'You have used all 10 searches this month (UTC). Browsing is unlimited.',
    OPTIONS,
  ],
])('says of %s what it is and what to do', (_name, changes, text, action) => {
  expect(noticesOf({ ...calm, ...changes }, NOW).map((notice) => [notice.text, notice.action])).toEqual([
    [text, action],
  ]);
});

it.each<[string, Partial<Situation>]>([
  ['a tenth left for the client', { allowances: { ...calm.allowances, cli: allowance(500, 450) } }],
  ['no records for the client at all', { allowances: { ...calm.allowances, cli: allowance(0, 0) } }],
  [
    'searches used, which the balance pays for',
    {
      allowances: { ...calm.allowances, web: allowance(10, 10) },
      prepaidUse: { cli: false, web: true },
      balance: { records: 1 },
    },
  ],
])('says nothing about %s', (_name, changes) => expect(codesOf(changes)).toEqual([]));
