import type { Charge } from './charge';
import { batchOf } from './charge-batch';

let events = 0;
const chargeOf = (accountId: string, overrides: Partial<Charge> = {}): Charge => ({
  eventId: `event-${(events += 1)}`,
  accountId,
  credentialId: 'key-1',
  channel: 'api',
  operation: 'searchSignals',
  mode: '',
  records: 1,
  requestId: 'r',
  monthlyCapRecords: undefined,
  idempotency: undefined,
  ...overrides,
});

it('sorts accounts by the bytes of their ids and keeps the order of arrival within one', () => {
  const { accounts, items } = batchOf(['b', 'a', 'B', 'b', 'a'].map((id) => chargeOf(id)));
  expect(accounts.map(({ id }) => id)).toEqual(['B', 'a', 'b']);
  expect(items.map(({ index }) => index)).toEqual([2, 1, 4, 0, 3]);
});

it('sums the records before an item: by channel for the funds, by key for the cap', () => {
  const { accounts, items } = batchOf([
    chargeOf('a', { records: 10 }),
    chargeOf('a', { records: 20, channel: 'cli' }),
    chargeOf('a', { records: 30, credentialId: 'key-2' }),
    chargeOf('a', { records: 40 }),
    chargeOf('b', { records: 50 }),
  ]);
  expect(items.map(({ before }) => before)).toEqual([0n, 0n, 10n, 40n, 0n]);
  expect(items.map(({ keyBefore }) => keyBefore)).toEqual([0n, 10n, 0n, 30n, 0n]);
  expect(accounts.map(({ records }) => records)).toEqual([
    { api: 80n, cli: 20n },
    { api: 50n, cli: 0n },
  ]);
});

it('separates equal key names in two accounts, and capped from uncapped keys', () => {
  const { keys, items } = batchOf([chargeOf('a'), chargeOf('b'), chargeOf('b', { monthlyCapRecords: 5n })]);
  expect(keys).toEqual([
    { account: 0, credentialId: 'key-1', isCapped: false, records: 1n },
    { account: 1, credentialId: 'key-1', isCapped: true, records: 2n },
  ]);
  expect(items.map(({ key }) => key)).toEqual([0, 1, 1]);
});

it('sums by key, channel, and operation', () => {
  const { totals } = batchOf([
    chargeOf('a', { records: 2 }),
    chargeOf('a', { records: 0 }),
    chargeOf('a', { records: 3, operation: 'getCompany' }),
    chargeOf('a', { records: 4, channel: 'cli' }),
    chargeOf('b', { records: 5 }),
  ]);
  expect(
    totals.map((total) => [total.key, total.channel, total.operation, total.requests, total.records]),
  ).toEqual([
    [0, 'api', 'searchSignals', 2, 2n],
    [0, 'api', 'getCompany', 1, 3n],
    [0, 'cli', 'searchSignals', 1, 4n],
    [1, 'api', 'searchSignals', 1, 5n],
  ]);
});

it('sums budgets by account and id, with the room that all their items need', () => {
  const { budgets, items } = batchOf([
    chargeOf('b', { records: 5, budget: { id: 'run', records: 100 } }),
    chargeOf('a', { records: 10, budget: { id: 'run', records: 50 } }),
    chargeOf('a', { records: 7 }),
    chargeOf('a', { records: 20, budget: { id: 'run', records: 40 } }),
    chargeOf('a', { records: 0, budget: { id: 'run', records: 1 } }),
    chargeOf('a', { records: 0, budget: { id: 'empty', records: 1 } }),
  ]);
  expect(budgets).toEqual([
    { account: 0, id: 'run', records: 30n, room: 10n },
    { account: 0, id: 'empty', records: 0n, room: 2n ** 63n - 1n },
    { account: 1, id: 'run', records: 5n, room: 95n },
  ]);
  expect(items.map(({ budget, budgetBefore }) => [budget, budgetBefore])).toEqual([
    [0, 0n],
    [undefined, 0n],
    [0, 10n],
    [0, 30n],
    [1, 0n],
    [2, 0n],
  ]);
});
