import { byAccount, differencesOf, liesBetween } from './compare';
import type { UsageTotal } from './usage-total';

const totalOf = (requests: bigint, overrides: Partial<UsageTotal> = {}): UsageTotal => ({
  accountId: 'a',
  credentialId: 'c',
  channel: 'api',
  operation: 'searchSignals',
  requests,
  records: requests * 2n,
  allowanceRecords: requests * 2n,
  prepaidRecords: 0n,
  subscriptionRecords: 0n,
  prepaidMicros: 0n,
  ...overrides,
});

it('finds no differences between equal totals in any order', () => {
  const [one, other] = [totalOf(1n), totalOf(2n, { channel: 'cli' })];
  expect(differencesOf([one, other], [other, one])).toEqual([]);
});

it('names each field that differs, and totals on one side only', () => {
  const found = differencesOf(
    [totalOf(1n), totalOf(1n, { credentialId: 'd' })],
    [totalOf(1n, { prepaidMicros: 1n }), totalOf(1n, { operation: 'getCompany' })],
  );
  expect(
    found.map(({ credentialId, operation, field, ledger, metering }) => [
      credentialId,
      operation,
      field,
      ledger,
      metering,
    ]),
  ).toEqual([
    ['c', 'searchSignals', 'prepaidMicros', 0n, 1n],
    ['d', 'searchSignals', 'requests', 1n, 0n],
    ['d', 'searchSignals', 'records', 2n, 0n],
    ['d', 'searchSignals', 'allowanceRecords', 2n, 0n],
    ['c', 'getCompany', 'requests', 0n, 1n],
    ['c', 'getCompany', 'records', 0n, 2n],
    ['c', 'getCompany', 'allowanceRecords', 0n, 2n],
  ]);
});

it.each([
  ['less than before', 4n, false],
  ['what it was before', 5n, true],
  ['between', 6n, true],
  ['what it is after', 7n, true],
  ['more than after', 8n, false],
])('checks an account that is being charged: %s', (_name, metering, expected) => {
  expect(liesBetween([totalOf(metering)], [totalOf(5n)], [totalOf(7n)])).toBe(expected);
});

it('checks every field, and totals that one side lacks', () => {
  expect(liesBetween([totalOf(6n, { records: 20n })], [totalOf(5n)], [totalOf(7n)])).toBe(false);
  expect(liesBetween([totalOf(1n)], [], [totalOf(1n)])).toBe(true);
  expect(liesBetween([], [totalOf(1n)], [totalOf(2n)])).toBe(false);
  expect(liesBetween([totalOf(1n, { channel: 'cli' })], [], [totalOf(1n)])).toBe(false);
});

it('groups totals by account, in their order', () => {
  const [one, other, third] = [totalOf(1n), totalOf(2n, { accountId: 'b' }), totalOf(3n)];
  expect(byAccount([one, other, third])).toEqual(
    new Map([
      ['a', [one, third]],
      ['b', [other]],
    ]),
  );
});
