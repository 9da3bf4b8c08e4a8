import { partitionOf } from './partition-of';

it("never changes a key's partition", () => {
  expect(['', 'a', 'foobar', 'kâ'].map((key) => partitionOf(key, 2 ** 32))).toEqual([
    0x811c9dc5, 0xe40c292c, 0xbf9cf968, 0x9a17f88b,
  ]);
});

it('spreads keys over the partitions', () => {
  const counts = new Array<number>(6).fill(0);
  for (let account = 0; account < 6_000; account += 1) counts[partitionOf(`acct_${account}`, 6)]! += 1;
  expect(Math.min(...counts)).toBeGreaterThan(800);
  expect(Math.max(...counts)).toBeLessThan(1_200);
});
