import { GrowingPauses } from './growing-pauses';

it('doubles the pause each time in a row, up to the longest, for each saved search by itself', () => {
  const pauses = new GrowingPauses({ firstMs: 2_000, longestMs: 60_000 });
  expect(Array.from({ length: 7 }, () => pauses.next('a'))).toEqual([
    2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000,
  ]);
  expect(pauses.next('b')).toBe(2_000);
  pauses.end('a');
  expect(pauses.next('a')).toBe(2_000);
});
