import { microsOf } from '../../../design/format-number';
import { costOf } from './cost';

it.each([
  [25, '0.005', '0.125'],
  [50, '0.005', '0.25'],
  [0, '0.005', '0'],
])('%i records at $%s cost $%s', (records, price, cost) =>
  expect(microsOf(costOf(records, price))).toBe(microsOf(cost)),
);
