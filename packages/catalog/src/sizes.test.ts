import { sizeOf } from './sizes';

test.each([
  [undefined, undefined],
  [0, undefined],
  [1, '1-49'],
  [49, '1-49'],
  [50, '50-100'],
  [500, '101-500'],
  [501, '501-10000000'],
  [10_000_001, undefined],
])('%p employees have size %p', (count, size) => expect(sizeOf(count)).toBe(size));
