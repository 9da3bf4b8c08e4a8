import { readStart, readTimestamp } from './calendar';

it.each([
  ['2026-11-30T08:00Z', '2026-11-30T08:00:00.000Z'],
  ['2026-11-30T23:59:59.123456789Z', '2026-11-30T23:59:59.123Z'],
  ['2024-02-29T00:00:00+05:30', '2024-02-28T18:30:00.000Z'],
])('reads the time %s', (text, timestamp) => expect(readTimestamp(text)?.toISOString()).toBe(timestamp));

it.each([
  ...['2026-11-31T00:00:00Z', '2026-02-29T00:00:00Z', '2026-13-01T00:00:00Z', '2026-00-01T00:00:00Z'],
  ...['2026-11-20T24:00:00Z', '2026-11-20T23:60:00Z', '2026-11-20T23:59:60Z', '2026-11-20T08:00:00+24:00'],
  ...['2026-11-20', '2026-11-20T08:00:00', '2026-11-20 08:00:00Z', ' 2026-11-20T08:00:00Z', ''],
])('reads no time from %j', (text) => expect(readTimestamp(text)).toBeUndefined());

it.each([
  ['2026-11-20', '2026-11-20T00:00:00.000Z'],
  ['2026-11-20T08:00:00+01:00', '2026-11-20T07:00:00.000Z'],
])('starts at %s', (text, start) => expect(readStart(text)?.toISOString()).toBe(start));

it.each(['2026-11-31', '2026-11', '2026-11-20T08:00:00', '20261120', ''])('does not start at %j', (text) =>
  expect(readStart(text)).toBeUndefined(),
);
