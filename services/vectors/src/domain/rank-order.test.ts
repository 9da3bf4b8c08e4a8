import { rankOrder } from './rank-order';

const greaterRowFirst = (first: number, second: number) => second - first;

it('sorts by similarity, and equal rows by id', () => {
  const rows = Uint32Array.of(10, 11, 12, 13, 14, 15);
  const similarities = Int32Array.of(-1_000_000, 5, 1_000_000, 5, 0, 5);
  expect([...rankOrder(rows, similarities, greaterRowFirst)]).toEqual([2, 5, 3, 1, 4, 0]);
  expect([...rankOrder(new Uint32Array(), new Int32Array(), greaterRowFirst)]).toEqual([]);
});

it('matches a comparison sort', () => {
  const rows = Uint32Array.from({ length: 1_300 }, (_, index) => (index * 7_919) % 1_300);
  const similarities = Int32Array.from(rows, (row) => ((row * 31) % 997) * 2_000 - 997_000);
  const compared = [...rows.keys()].sort(
    (first, second) => similarities[second]! - similarities[first]! || rows[second]! - rows[first]!,
  );
  expect([...rankOrder(rows, similarities, greaterRowFirst)]).toEqual(compared);
});

it('sorts many equal and nearly equal ones by id', () => {
  const rows = Uint32Array.from({ length: 1_300 }, (_, index) => (index * 7_919) % 1_300);
  const similarities = Int32Array.from(rows, (row) => (row === 5 ? -1_000_000 : row % 3));
  const compared = [...rows.keys()].sort(
    (first, second) => similarities[second]! - similarities[first]! || rows[second]! - rows[first]!,
  );
  expect([...rankOrder(rows, similarities, greaterRowFirst)]).toEqual(compared);
});
