import { MAXIMUM_PAGE_SIZE } from '@heliograph/contract';
import { evenPageSize } from '@heliograph/sdk';
import fc from 'fast-check';
import { nextPageSize } from './page-size';

it.each([true, false])('ends when the maximum is already exceeded (ranked: %j)', (isRanked) => {
  expect(nextPageSize(MAXIMUM_PAGE_SIZE, -40, isRanked)).toBe(0);
});

it('never uses more records than allowed, and uses all of them for keyword searches', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2_000 }), fc.boolean(), (maximum, isRanked) => {
      const wanted = isRanked ? evenPageSize(maximum) : MAXIMUM_PAGE_SIZE;
      let used = 0;
      for (let size = 1; size > 0; used += size) {
        size = nextPageSize(wanted, maximum - used, isRanked);
        expect(size).toBeLessThanOrEqual(MAXIMUM_PAGE_SIZE);
      }
      expect(used).toBeLessThanOrEqual(maximum);
      expect(used).toBeGreaterThanOrEqual(isRanked ? maximum * 0.9 - 1 : maximum);
    }),
  );
});
