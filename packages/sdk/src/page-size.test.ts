import { evenPageSize } from './page-size.ts';

it.each([
  [0, 0],
  [1, 1],
  [50, 50],
  [51, 50],
  [97, 48],
  [100, 50],
  [101, 50],
  [120, 40],
  [199, 33],
  [Infinity, 50],
])('%d records in even pages: %d each', (records, size) => {
  expect(evenPageSize(records)).toBe(size);
});
