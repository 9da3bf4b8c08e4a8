import { recordsFigure } from './records-figure';

it.each([
  [0, '0', 'records'],
  [1, '1', 'record'],
  [12_345, '12,345', 'records'],
])('a figure of %d records has its unit', (records, value, unit) => {
  expect(recordsFigure(records)).toEqual({ value, unit });
});
