import { percentile } from './percentile';

it('takes the nearest rank', () => {
  expect([0, 0.5, 0.75, 1].map((share) => percentile([10, 20, 30, 40], share))).toEqual([10, 20, 30, 40]);
  expect(percentile([7], 0.5)).toBe(7);
  expect(percentile([], 0.5)).toBe(0);
});
