import { BUDGET_WINDOW_SECONDS, budgetLeft, isBudgetId, isBudgetSize, testBudgetId } from './budget';

it('has the records left that were not used, and never fewer than 0', () => {
  const budget = { id: 'job', records: 5 };
  expect([0n, 4n, 5n, 9n].map((used) => budgetLeft(budget, used))).toEqual([5n, 1n, 0n, 0n]);
});

it('holds for 30 days', () => {
  expect(BUDGET_WINDOW_SECONDS).toBe(2_592_000);
});

it.each([
  [0, false],
  [1, true],
  [1_000_000, true],
  [1_000_001, false],
  [1.5, false],
])('of %p records: %p', (records, expected) => {
  expect(isBudgetSize(records)).toBe(expected);
});

it('of a test key has an id that no live key can use', () => {
  expect(isBudgetId('job')).toBe(true);
  expect(testBudgetId('job')).not.toBe('job');
  expect(isBudgetId(testBudgetId('job'))).toBe(false);
});
