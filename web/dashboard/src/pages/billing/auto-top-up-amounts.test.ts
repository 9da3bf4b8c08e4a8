import { mergeTyped, typedOf, wholeDollars } from './auto-top-up-amounts';

it.each([
  ['50', 50],
  [' 50 ', 50],
  ['$50', 50],
  ['$ 1,000', 1000],
  ['1 000', 1000],
  ['50.00', 50],
  ['999999', 999_999],
  ['1.5', undefined],
  ['1,00', undefined],
  ['1.000,00', undefined],
  ['0', undefined],
  ['-5', undefined],
  ['1000000', undefined],
  ['50 €', undefined],
  ['', undefined],
])('reads %j as %j whole dollars', (typed, dollars) => {
  expect(wholeDollars(typed)).toBe(dollars);
});

it('takes over what was saved, except where something else was typed', () => {
  const before = { balanceBelow: 10, amount: 50, monthlyCap: 200 };
  const after = { balanceBelow: 20, amount: 50, monthlyCap: 300 };
  expect(mergeTyped({ ...typedOf(before), monthlyCap: '4' }, before, after)).toEqual({
    balanceBelow: '20',
    amount: '50',
    monthlyCap: '4',
  });
});
