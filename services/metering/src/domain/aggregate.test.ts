import { aggregate, MAXIMUM_BATCH } from './aggregate';
import type { UsageEvent } from './usage-event';

const event: UsageEvent = {
  isVoid: false,
  eventId: '019a0000-0000-7000-8000-000000000000',
  accountId: 'a',
  credentialId: 'c',
  channel: 'api',
  operation: 'searchSignals',
  records: 2,
  allowanceRecords: 1,
  prepaidRecords: 1,
  subscriptionRecords: 0,
  prepaidMicros: 5_000,
  timeMs: Date.UTC(2026, 10, 21, 23, 59, 59, 999),
};

it('adds up by day and key', () => {
  const increments = aggregate([
    event,
    {
      ...event,
      records: 8,
      allowanceRecords: 3,
      prepaidRecords: 0,
      subscriptionRecords: 5,
      prepaidMicros: 0,
    },
  ]);
  expect(increments).toEqual([
    {
      accountId: 'a',
      credentialId: 'c',
      channel: 'api',
      operation: 'searchSignals',
      date: '2026-11-21',
      requests: 2,
      records: 10,
      allowanceRecords: 4,
      prepaidRecords: 1,
      subscriptionRecords: 5,
      prepaidMicros: 5_000,
    },
  ]);
});

it('separates days, credentials, channels, operations, and accounts, in an order independent of the input', () => {
  const events = [
    event,
    { ...event, timeMs: event.timeMs + 1 },
    { ...event, credentialId: 'd' },
    { ...event, channel: 'cli' },
    { ...event, operation: 'getCompany' },
    { ...event, accountId: 'b' },
  ];
  const increments = aggregate(events);
  expect(increments).toHaveLength(6);
  expect(aggregate([...events].reverse())).toEqual(increments);
});

it('subtracts voided requests, alone or in the same batch as the request', () => {
  const voided = { ...event, isVoid: true, eventId: '019a0000-0000-7000-8000-000000000001' };
  const totals = { requests: 1, records: 2, allowanceRecords: 1, prepaidRecords: 1, prepaidMicros: 5_000 };
  expect(aggregate([event, event, voided])).toMatchObject([totals]);
  expect(aggregate([voided])).toMatchObject([
    Object.fromEntries(Object.entries(totals).map(([field, amount]) => [field, -amount])),
  ]);
});

it('stays exact for the largest batch of the largest events', () => {
  const largest = { ...event, prepaidMicros: 1_000_000_000_000 };
  const [sum] = aggregate(Array.from({ length: MAXIMUM_BATCH }, () => largest));
  expect(BigInt(sum!.prepaidMicros)).toBe(BigInt(MAXIMUM_BATCH) * 1_000_000_000_000n);
  expect(Number.isSafeInteger(sum!.prepaidMicros)).toBe(true);
});
