import { join } from 'node:path';

const { untilMidnight } = jest.requireActual<{ untilMidnight: (now: number) => number }>(
  join(__dirname, '../jest/until-midnight.cjs'),
);

it.each([
  ['2026-11-27T00:00:00.000Z', 0],
  ['2026-11-27T12:00:00.000Z', 0],
  ['2026-11-27T23:56:59.999Z', 0],
  ['2026-11-27T23:57:00.000Z', 180_000],
  ['2026-12-31T23:59:59.999Z', 1],
])('lets a test file that begins at %s wait for %d ms', (now, wait) => {
  expect(untilMidnight(Date.parse(now))).toBe(wait);
});
