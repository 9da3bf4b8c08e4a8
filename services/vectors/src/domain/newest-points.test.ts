import { newestPoints } from './newest-points';

const points = (...all: [id: bigint, version: number][]) =>
  ({ ids: all.map(([id]) => id), versions: all.map(([, version]) => version) }) as unknown as Parameters<
    typeof newestPoints
  >[0];

const stored = (id: bigint) => (id === 1n ? 5 : -1);

it.each([
  [points([1n, 6], [2n, 0]), [0, 1]],
  [points([1n, 5]), [0]],
  [points([1n, 4], [2n, 1]), [1]],
  [points([2n, 1], [2n, 3], [2n, 2]), [1]],
  [points([2n, 3], [2n, 3]), [1]],
  [points([1n, 4], [1n, 7]), [1]],
  [points(), []],
])('are those that replace stored ones, each in its newest version: %#', (batch, expected) => {
  expect(newestPoints(batch, stored)).toEqual(expected);
});
