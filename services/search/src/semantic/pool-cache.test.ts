import { PoolCache, type PoolKey } from './pool-cache';

const HOUR_MS = 3_600_000;
let now: number;
let cache: PoolCache;
beforeEach(() => {
  now = 0;
  cache = new PoolCache(() => new Date(now));
});

const keyOf = (given: Partial<PoolKey> = {}): PoolKey => ({
  collection: 'signals-a',
  text: 'robots',
  cutoff: { asOfMs: 5, ordinalBelow: 9 },
  ...given,
});
const poolOf = (id: bigint, size = 1) => ({
  collection: 'signals-a',
  modelName: 'a',
  pool: { ids: new BigUint64Array(size).fill(id), similarityMillionths: new Int32Array(size) },
});

it('returns a pool only for the same text, collection, and cutoff', () => {
  cache.set(keyOf(), poolOf(1n));
  expect(cache.get(keyOf())).toEqual(poolOf(1n));
  for (const other of [
    { collection: 'signals-b' },
    { text: 'robot' },
    { cutoff: { asOfMs: 6, ordinalBelow: 9 } },
    { cutoff: { asOfMs: 5, ordinalBelow: 10 } },
  ]) {
    expect(cache.get(keyOf(other))).toBeUndefined();
  }
  cache.set(keyOf(), poolOf(2n));
  expect(cache.get(keyOf())).toEqual(poolOf(2n));
});

it('keeps it for an hour, however often it is used', () => {
  cache.set(keyOf(), poolOf(1n));
  for (now = 0; now < HOUR_MS; now += HOUR_MS / 4) expect(cache.get(keyOf())).toBeDefined();
  expect(cache.get(keyOf())).toBeUndefined();
});

it.each([
  ['2,000 pools', 1, 2_000],
  ['16 MiB of them', 100_000, 13],
])('holds %s, and evicts the least recently used', (_bound, size, most) => {
  const numbered = (asOfMs: number) => keyOf({ cutoff: { asOfMs, ordinalBelow: 9 } });
  for (let number = 0; number < most; number += 1) cache.set(numbered(number), poolOf(BigInt(number), size));
  expect(cache.get(numbered(0))).toBeDefined();
  cache.set(numbered(most), poolOf(0n, size));
  expect(cache.get(numbered(1))).toBeUndefined();
  for (const number of [0, 2, most - 1, most]) expect(cache.get(numbered(number))).toBeDefined();
});
