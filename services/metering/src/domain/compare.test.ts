import { differencesOf, liesBetween } from './compare';
import type { UsageSum } from './usage-sum';

const sumOf = (requests: bigint, overrides: Partial<UsageSum> = {}): UsageSum => ({
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

it('finds nothing between equal totals in any order', () => {
  const [one, other] = [sumOf(1n), sumOf(2n, { channel: 'cli' })];
  expect(differencesOf([one, other], [other, one])).toEqual([]);
});

it('names each field that differs, and totals of one side', () => {
  const found = differencesOf(
    [sumOf(1n), sumOf(1n, { credentialId: 'd' })],
    [sumOf(1n, { prepaidMicros: 1n }), sumOf(1n, { operation: 'getCompany' })],
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
])('judges an account that is being charged: %s', (_name, metering, expected) => {
  expect(liesBetween([sumOf(metering)], [sumOf(5n)], [sumOf(7n)])).toBe(expected);
});

it('judges every field, and totals that a side lacks', () => {
  expect(liesBetween([sumOf(6n, { records: 20n })], [sumOf(5n)], [sumOf(7n)])).toBe(false);
  expect(liesBetween([sumOf(1n)], [], [sumOf(1n)])).toBe(true);
  expect(liesBetween([], [sumOf(1n)], [sumOf(2n)])).toBe(false);
  expect(liesBetween([sumOf(1n, { channel: 'cli' })], [], [sumOf(1n)])).toBe(false);
});
