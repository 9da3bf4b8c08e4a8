import { evenDates, evenTicks } from './ticks';

describe("an axis's ticks", () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [7, [0, 2, 4, 6, 8]],
    [260, [0, 100, 200, 300]],
    [1000, [0, 500, 1000]],
    [1001, [0, 500, 1000, 1500]],
  ])('up to %i are %j', (highest, ticks) => {
    expect(evenTicks(highest, 4)).toEqual(ticks);
  });

  it('dates go back from the last day in whole weeks', () => {
    const dates = Array.from({ length: 30 }, (_, index) => `2026-11-${String(index + 1).padStart(2, '0')}`);
    expect(evenDates(dates, 6)).toEqual([
      '2026-11-02',
      '2026-11-09',
      '2026-11-16',
      '2026-11-23',
      '2026-11-30',
    ]);
    expect(evenDates(dates.slice(0, 3), 6)).toEqual(dates.slice(0, 3));
    expect(evenDates([], 6)).toEqual([]);
  });
});
