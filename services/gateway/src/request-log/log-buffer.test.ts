import { LogBuffer, type AnsweredRequest } from './log-buffer';

const MINUTE_MS = 60_000;
const START = Date.UTC(2026, 10, 20, 10, 23);

const requestOf = (more: Partial<AnsweredRequest> = {}): AnsweredRequest => ({
  accountId: 'account-1',
  requestId: 'request-1',
  credentialId: 'credential-1',
  channel: 'api',
  isTest: false,
  method: 'GET',
  route: '/api/v1/signals',
  operation: 'searchSignals',
  status: 200,
  errorCode: '',
  records: 1,
  receipt: '',
  isReplayed: false,
  durationMicros: 1_500,
  ...more,
});
const refusal = (more: Partial<AnsweredRequest> = {}) =>
  requestOf({ status: 429, errorCode: 'rate_limited', ...more });

it('returns the added entries, oldest first, each with its own id', () => {
  let now = START;
  const buffer = new LogBuffer(() => now);
  expect(buffer.oldestMs).toBeUndefined();
  for (const records of [1, 2, 3]) {
    now += 1;
    buffer.add(requestOf({ records }));
  }
  expect([buffer.size, buffer.oldestMs]).toEqual([3, START + 1]);
  const taken = buffer.take(2);
  expect(taken.map(({ records, requests }) => [records, requests])).toEqual([
    [1, 1],
    [2, 1],
  ]);
  expect(new Set(taken.map(({ id }) => id)).size).toBe(2);
  expect(buffer.take(2).map(({ records }) => records)).toEqual([3]);
  expect(buffer.take(2)).toEqual([]);
});

it("merges a minute's refusals by credential and operation into one entry, which returns as it grows", () => {
  let now = START;
  const buffer = new LogBuffer(() => now);
  for (let count = 0; count < 1_000; count += 1) buffer.add(refusal());
  buffer.add(refusal({ credentialId: 'credential-2' }));
  buffer.add(refusal({ operation: 'getUsage', route: '/api/v1/usage' }));
  const [first, ...others] = buffer.take(10);
  expect([first!.requests, ...others.map(({ requests }) => requests)]).toEqual([1_000, 1, 1]);
  expect(buffer.size).toBe(0);
  buffer.add(refusal());
  expect(buffer.take(10)).toMatchObject([{ id: first!.id, requests: 1_001 }]);
  now += MINUTE_MS;
  buffer.add(refusal());
  const [next] = buffer.take(10);
  expect(next!.requests).toBe(1);
  expect(next!.id).not.toBe(first!.id);
});

it('refuses entries beyond its bounds', () => {
  const buffer = new LogBuffer(() => START);
  for (let count = 0; count < 20_000; count += 1) expect(buffer.add(requestOf())).toBe(true);
  expect(buffer.add(requestOf())).toBe(false);
  for (let count = 0; count < 10_000; count += 1)
    buffer.add(refusal({ credentialId: `credential-${count}` }));
  expect(buffer.add(refusal({ credentialId: 'another' }))).toBe(false);
  expect(buffer.add(refusal({ credentialId: 'credential-1' }))).toBe(true);
  expect(buffer.size).toBe(30_000);
  buffer.take(10_001);
  expect(buffer.add(requestOf())).toBe(true);
});
