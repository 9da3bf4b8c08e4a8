import type { LogicalRequest, Outcome } from '../load/journal';
import { checkHistory } from './check-history';
import type { AccountEntry, Evidence } from './evidence';

const request = (
  id: string,
  [startedAtMs, endedAtMs]: [number, number],
  outcome: Outcome = { kind: 'answered', records: 3, digest: 'd', receipt: 'r' },
): LogicalRequest => ({
  id,
  accountId: 'account',
  credentialId: 'key',
  operation: 'search',
  outcome,
  pathAndQuery: '/api/v1/signals?limit=3',
  startedAtMs,
  endedAtMs,
});

const entry = (id: string, funds: Partial<AccountEntry>): AccountEntry => ({
  id,
  accountId: 'account',
  kind: 'charge',
  requestId: `${id}_a1`,
  apiRecords: 0n,
  subscriptionRecords: 0n,
  balanceMicros: 0n,
  ...funds,
});

const grant = entry('grant', { kind: 'credit', requestId: '', apiRecords: 4n, balanceMicros: 25_000n });
const first = entry('one', { apiRecords: -3n });
const second = entry('two', { apiRecords: -1n, balanceMicros: -10_000n });
const REFUSED: Outcome = { kind: 'refused', code: 'insufficient_records' };

const checksOf = (entries: AccountEntry[], requests: LogicalRequest[], monthlyCap = 100) =>
  checkHistory({ entries, requests, caps: [{ credentialId: 'key', monthlyCap }] } as unknown as Evidence).map(
    ({ check, ids }) => [check, ...ids],
  );

it('finds nothing in a history that one order explains', () => {
  const requests = [request('one', [0, 10]), request('two', [5, 20])];
  expect(checksOf([grant, first, second], requests)).toEqual([]);
  // They overlap: either may be first.
  const swapped = [
    entry('two', { apiRecords: -3n }),
    entry('one', { apiRecords: -1n, balanceMicros: -10_000n }),
  ];
  expect(checksOf([grant, ...swapped], requests)).toEqual([]);
});

it('finds charges whose order contradicts real time', () => {
  const requests = [request('one', [11, 20]), request('two', [0, 10])];
  expect(checksOf([grant, first, second], requests)).toEqual([['real time', 'two', 'one']]);
});

it('finds a fund that was overdrawn in between, although the final sum is right', () => {
  const later = entry('later', { kind: 'credit', requestId: '', balanceMicros: 50_000n });
  const charged = entry('two', { apiRecords: -1n, balanceMicros: -30_000n });
  const requests = [request('one', [0, 10]), request('two', [0, 10])];
  expect(checksOf([grant, first, charged, later], requests)).toEqual([['overdrawn', 'two']]);
});

it('finds a balance charged before the allowance', () => {
  const early = entry('one', { balanceMicros: -15_000n });
  expect(checksOf([grant, early], [request('one', [0, 10])])).toEqual([['balance first', 'one']]);
});

it('finds a refusal although there was enough throughout the request', () => {
  const before = request('one', [0, 10]);
  expect(checksOf([grant, first], [before, request('r', [11, 12], REFUSED)])).toEqual([
    ['refused with enough', 'r'],
  ]);
  // Meanwhile, another request used it up.
  const emptied = entry('two', { apiRecords: -1n, balanceMicros: -20_000n });
  const requests = [before, request('two', [11, 30]), request('r', [11, 12], REFUSED)];
  expect(checksOf([grant, first, emptied], requests)).toEqual([]);
});

it('finds a refusal for a cap that left enough', () => {
  const capped: Outcome = { kind: 'refused', code: 'key_cap_reached' };
  const requests = [request('one', [0, 10]), request('r', [11, 12], capped)];
  expect(checksOf([grant, first], requests, 6)).toEqual([['refused with enough', 'r']]);
  expect(checksOf([grant, first], requests, 5)).toEqual([]);
});
