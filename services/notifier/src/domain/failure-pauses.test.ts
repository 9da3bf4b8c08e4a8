import { FailurePauses } from './failure-pauses';

it('doubles the pause with each failure in a row, up to a minute, for each saved search by itself', () => {
  const pauses = new FailurePauses();
  expect(Array.from({ length: 7 }, () => pauses.failed('a'))).toEqual([
    2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000,
  ]);
  expect(pauses.failed('b')).toBe(2_000);
  pauses.worked('a');
  expect(pauses.failed('a')).toBe(2_000);
});
