import { addDays, allDays, dayCover, endOfMonth, firstDay, intersectionOf, lastDay, unionOf } from './days';

test('counts days over months and years', () => {
  expect(addDays('2026-11-21', -90)).toBe('2026-08-23');
  expect(addDays('2025-12-31', 1)).toBe('2026-01-01');
  expect(endOfMonth('2028-02-03')).toBe('2028-02-29');
});

test('intervals that overlap or touch become one', () => {
  expect(
    unionOf([
      { from: '2026-11-10', to: '2026-11-20' },
      { from: '2026-11-01', to: '2026-11-09' },
      { from: '2026-12-01', to: '2026-11-30' },
      { from: '2026-11-22', to: lastDay },
    ]),
  ).toEqual([
    { from: '2026-11-01', to: '2026-11-20' },
    { from: '2026-11-22', to: lastDay },
  ]);
});

test('an intersection keeps gaps and can be empty', () => {
  const some = [
    { from: firstDay, to: '2026-08-22' },
    { from: '2026-11-14', to: lastDay },
  ];
  expect(intersectionOf(some, allDays)).toEqual(some);
  expect(intersectionOf(some, [{ from: '2026-09-01', to: '2026-10-01' }])).toEqual([]);
});

test('a window is covered by few lexemes, none of its days left out', () => {
  expect(dayCover({ from: '2026-11-19', to: '2026-11-21' })).toEqual([
    'd=20261119',
    'd=20261120',
    'd=20261121',
  ]);
  expect(dayCover({ from: '2026-10-31', to: '2026-11-30' })).toHaveLength(6);
  expect(dayCover({ from: '2026-08-31', to: '2026-11-01' })).toEqual([
    'm=202608',
    'm=202609',
    'm=202610',
    'm=202611',
  ]);
  expect(dayCover({ from: firstDay, to: lastDay })).toBeNull();
});
