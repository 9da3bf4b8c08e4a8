import { decideConsent, payableSignals, type SearchCost } from './decide-consent';

const cost = (given: Partial<SearchCost>): SearchCost => ({
  matched: 260,
  fetched: 0,
  left: 480,
  maxRecords: undefined,
  ...given,
});

const decide = (given: Partial<SearchCost>, isInteractive: boolean) =>
  decideConsent(cost(given), { isInteractive, askAbove: 100 });

it.each<[string, Partial<SearchCost>, interactive: string, otherwise: string]>([
  ['few records', { matched: 100 }, 'fetch', 'fetch'],
  ['many records', {}, 'ask', 'limit_required'],
  ['many records, with an unknown number left', { left: undefined }, 'ask', 'limit_required'],
  ['more records than are left', { left: 120 }, 'ask', 'insufficient_records'],
  ['few records, but more than are left', { matched: 20, left: 5 }, 'ask', 'insufficient_records'],
  ['a maximum', { maxRecords: 200 }, 'fetch', 'fetch'],
  ['a maximum above what is left', { maxRecords: 200, left: 120 }, 'warn', 'warn'],
  [
    'a maximum above what is left, but few matches',
    { maxRecords: 200, left: 120, matched: 90 },
    'fetch',
    'fetch',
  ],
  ['no records left: the API rejects the first page', { left: 0 }, 'fetch', 'fetch'],
  ['a continued run, whose need is unknown', { isContinued: true, left: 120 }, 'ask', 'limit_required'],
  ['a continued run with a maximum', { isContinued: true, left: 120, maxRecords: 260 }, 'fetch', 'fetch'],
  ['the rest after the first page', { fetched: 50 }, 'ask', 'fetch'],
  ['the rest after the first page, short of records', { fetched: 50, left: 70 }, 'ask', 'warn'],
  ['the rest, with none left', { fetched: 50, left: 0 }, 'ask', 'warn'],
])('decides about %s', (_name, given, interactive, otherwise) => {
  expect([decide(given, true), decide(given, false)]).toEqual([interactive, otherwise]);
});

it.each<[Partial<SearchCost>, number]>([
  [{}, 260],
  [{ maxRecords: 200 }, 200],
  [{ left: 120 }, 120],
  [{ fetched: 50, left: 120 }, 170],
  [{ isContinued: true, left: 120 }, 260],
])('counts what can be paid for: %j', (given, signals) => {
  expect(payableSignals(cost(given))).toBe(signals);
});
