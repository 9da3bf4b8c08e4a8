import { categoriesShown, describeMonths, monthsShown, otherMonths } from './months';

describe("a chart's months", () => {
  it('have no gaps and cover at least a year', () => {
    expect(monthsShown(['2026-02', '2025-12'])).toEqual([
      '2025-03',
      '2025-04',
      '2025-05',
      '2025-06',
      '2025-07',
      '2025-08',
      '2025-09',
      '2025-10',
      '2025-11',
      '2025-12',
      '2026-01',
      '2026-02',
    ]);
    expect(monthsShown([])).toEqual([]);
  });

  it('are at most the latest two years', () => {
    const months = monthsShown(['2019-05', '2026-11']);
    expect([months.length, months[0], months.at(-1)]).toEqual([24, '2024-12', '2026-11']);
    expect(monthsShown(['2025-08', '2026-11'])).toHaveLength(16);
  });

  it('list the preferred categories first, then the most frequent', () => {
    expect(categoriesShown(['grant', 'award', 'hiring', 'ipo', 'funding', 'closure'])).toEqual([
      'funding',
      'hiring',
      'grant',
      'award',
    ]);
    expect(categoriesShown([])).toEqual([]);
  });

  it('add up to all activities, including the other categories', () => {
    const all = [
      { value: '2026-01', count: 5 },
      { value: '2026-02', count: 2 },
      { value: '2026-03', count: 1 },
    ];
    const hiring = { category: 'hiring', counts: new Map([['2026-01', 2]]) };
    const grant = {
      category: 'grant',
      counts: new Map([
        ['2026-01', 1],
        ['2026-02', 2],
        ['2026-03', 2],
      ]),
    };
    expect(otherMonths(all, [hiring, grant])).toEqual({
      category: undefined,
      counts: new Map([['2026-01', 2]]),
    });
    expect(otherMonths(all.slice(1), [grant])).toBeUndefined();
    expect(otherMonths([], [])).toBeUndefined();
  });

  it('have a description', () => {
    const months = ['2026-01', '2026-02'];
    const counts = new Map([
      ['2025-12', 9],
      ['2026-01', 1],
      ['2026-02', 2],
    ]);
    expect(describeMonths({ category: 'funding', counts }, months, (month) => month)).toBe(
      '3 in all, most in 2026-02: 2',
    );
    expect(describeMonths({ category: 'funding', counts: new Map() }, months, String)).toBe('none');
  });
});
