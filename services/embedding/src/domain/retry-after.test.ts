import { retryAfterMs } from './retry-after';

const now = Date.parse('2026-11-01T00:00:00Z');
it.each([
  ['3', 3_000],
  ['0', 0],
  ['0.5', 500],
  ['120', 120_000],
  ['1.25', 1_250],
  ['x1', undefined],
  ['1x', undefined],
  [undefined, undefined],
  ['Sun, 01 Nov 2026 00:00:07 GMT', 7_000],
  ['Sat, 31 Oct 2026 00:00:00 GMT', 0],
  ['soon', undefined],
  ['', undefined],
  [null, undefined],
])('reads Retry-After %j', (field, expected) => {
  expect(retryAfterMs(field, now)).toBe(expected);
});
