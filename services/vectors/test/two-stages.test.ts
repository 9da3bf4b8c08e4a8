import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomNumbers, waitFor } from '@heliograph/testing';
import type { PointQuery } from '../src/domain/point';
import { clusters, pointsFrom } from './support/clusters';
import { matchesOf, TestCollections } from './support/collections';
import { numbers } from './support/points';

// Each batch is flushed to disk twice: this takes seconds, or a minute on a busy disk.
jest.setTimeout(240_000);

const NAME = 'signals-x';
const DIMENSIONS = 96;
const CODED_FROM = 1_000;
const BATCH = 500;
const LIMIT = 50;

/** One searches the codes first; the other, with the same points, compares every vector. */
let collections: TestCollections;
let exact: TestCollections;
const both = () => [collections, exact];
const coded = () => collections.all.get(NAME);
const description = () => join(collections.directory, NAME, 'collection.json');

beforeEach(async () => {
  collections = await TestCollections.create(1_000_000, CODED_FROM);
  exact = await TestCollections.create(1_000_000, Infinity);
  for (const each of both()) await each.all.prepare(NAME, DIMENSIONS);
});
afterEach(() => Promise.all(both().map((each) => each.release())));

async function put(ids: readonly number[], next: () => Float32Array, version = 1): Promise<void> {
  for (let start = 0; start < ids.length; start += BATCH) {
    const points = pointsFrom(ids.slice(start, start + BATCH), next, version);
    for (const each of both()) await each.all.get(NAME).upsert(points);
  }
}

async function remove(ids: readonly number[]): Promise<void> {
  for (const each of both()) await each.all.get(NAME).remove(BigUint64Array.from(ids, BigInt));
}

const codesAreWhole = (rows: number) => waitFor(() => coded().status.coded === rows, { timeoutMs: 60_000 });

const queryOf = (vector: Float32Array, given: Partial<PointQuery> = {}): PointQuery => ({
  vector,
  limit: LIMIT,
  publishedUntilMs: 7,
  ordinalBelow: Infinity,
  ...given,
});

/** Recall against the exact search over some queries; points found by both have the same similarity. */
function recall(queries: readonly PointQuery[]): number {
  let [found, wanted] = [0, 0];
  for (const query of queries) {
    const here = matchesOf(coded(), query);
    const there = matchesOf(exact.all.get(NAME), query);
    const similarities = new Map([...there.ids].map((id, at) => [id, there.similarityMillionths[at]]));
    expect(here.ids).toHaveLength(there.ids.length);
    [...here.ids].forEach((id, at) => {
      if (!similarities.has(id)) return;
      expect(here.similarityMillionths[at]).toBe(similarities.get(id));
      found += 1;
    });
    wanted += there.ids.length;
  }
  return found / wanted;
}

it('finds nearly all that an exact search finds, through growth, changes, and removals', async () => {
  const next = clusters(DIMENSIONS, 1);
  const queries = Array.from({ length: 20 }, () => queryOf(next()));
  await put(numbers(1, 900), next);
  expect(coded().status.coded).toBe(0);
  expect(recall(queries)).toBe(1);
  // Points that arrive while codes are made, and later, get codes, too.
  await put(numbers(901, 5_100), next);
  await codesAreWhole(6_000);
  expect(recall(queries)).toBeGreaterThan(0.98);
  expect(coded().status.codedQueries).toBe(queries.length);

  await remove(numbers(1_000, 700));
  await put(numbers(2_000, 1_000), next, 2);
  await put(numbers(1_200, 400), next);
  await put(numbers(10_000, 400), next);
  await codesAreWhole(6_100);
  expect(recall(queries)).toBeGreaterThan(0.98);
});

it('answers queries together as it would each alone', async () => {
  const next = clusters(DIMENSIONS, 10);
  const random = randomNumbers(11);
  const few = Array.from({ length: 9 }, (_, index) =>
    queryOf(next(), { limit: 1 + 40 * index, publishedUntilMs: index, ordinalBelow: 12 - index }),
  );
  // Codes are not enough for this query, so it compares every vector.
  const vague = Float32Array.from({ length: DIMENSIONS }, () => random() - 0.5);
  const length = Math.hypot(...vague);
  const queries = [...few.slice(0, 2), queryOf(vague.map((value) => value / length)), ...few.slice(2)];
  const alone = () => queries.map((query) => matchesOf(coded(), query));
  await put(numbers(1, 900), next);
  expect([...coded().queries(queries)]).toEqual(alone());
  await put(numbers(901, 18_000), next);
  await codesAreWhole(18_900);
  expect([...coded().queries(queries)]).toEqual(alone());
  expect(coded().status.codedQueries).toBeGreaterThan(0);
  expect(coded().status.codedQueries).toBeLessThan(2 * queries.length);
});

it('compares every vector when codes do not distinguish them', async () => {
  const random = randomNumbers(9);
  const next = () => {
    const vector = new Float32Array(DIMENSIONS);
    for (let at = 0; at < DIMENSIONS; at += 1) vector[at] = random() + random() + random() + random() - 2;
    const length = Math.hypot(...vector);
    return vector.map((value) => value / length);
  };
  await put(numbers(1, 6_000), next);
  await codesAreWhole(6_000);
  expect(recall(Array.from({ length: 20 }, () => queryOf(next())))).toBe(1);
  expect(coded().status.codedQueries).toBe(0);
});

it('finds as much when later vectors lie far from those the codes were made for', async () => {
  await put(numbers(1, 1_000), clusters(DIMENSIONS, 7));
  await codesAreWhole(1_000);
  const later = clusters(DIMENSIONS, 8);
  await put(numbers(1_001, 4_000), later);
  await codesAreWhole(5_000);
  expect(recall(Array.from({ length: 20 }, () => queryOf(later())))).toBeGreaterThan(0.97);
  expect(coded().status.codedQueries).toBeGreaterThan(10);
});

it('checks filters while it searches the codes, so that matching points fill the pool', async () => {
  const next = clusters(DIMENSIONS, 2);
  await put(numbers(1, 5_000), next);
  await codesAreWhole(5_000);
  const conditions = [
    { publishedUntilMs: 3 },
    { ordinalBelow: 2 },
    { publishedUntilMs: 0, ordinalBelow: 1, limit: 100 },
  ];
  for (const given of conditions) {
    const queries = Array.from({ length: 10 }, () => queryOf(next(), given));
    expect(recall(queries)).toBeGreaterThan(0.98);
    for (const query of queries) {
      const { ids } = matchesOf(coded(), query);
      expect(ids).toHaveLength(given.publishedUntilMs === 0 ? 64 : LIMIT);
      for (const id of ids) {
        expect(Number(id) % 7).toBeLessThanOrEqual(query.publishedUntilMs);
        expect(Number(id) % 11).toBeLessThan(query.ordinalBelow);
      }
    }
  }
});

it('gives equal vectors equal similarities, and picks the greatest ids at the cutoff', async () => {
  const next = clusters(DIMENSIONS, 3);
  const same = next();
  await put(numbers(1, 300), () => same);
  await put(numbers(301, 2_000), next);
  await put(numbers(5_000, 300), () => same);
  await codesAreWhole(2_600);
  const { ids, similarityMillionths } = matchesOf(coded(), queryOf(same));
  expect([...ids].map(Number)).toEqual(numbers(5_300 - LIMIT, LIMIT).reverse());
  expect(new Set(similarityMillionths).size).toBe(1);
});

it('answers the same after a restart, even if it ended while codes were made', async () => {
  const next = clusters(DIMENSIONS, 4);
  const queries = Array.from({ length: 10 }, () => queryOf(next()));
  await put(numbers(1, 5_000), next);
  await remove(numbers(1, 100));
  await codesAreWhole(5_000);
  const responses = () => queries.map((query) => matchesOf(coded(), query));
  const before = responses();
  await collections.close();
  await collections.open();
  expect(coded().status.coded).toBeLessThan(5_000);
  await collections.close();
  await collections.open();
  await codesAreWhole(5_000);
  expect(responses()).toEqual(before);
  expect([collections.damages, collections.upkeepFailures]).toEqual([[], []]);
});

it('is discarded when a center is damaged', async () => {
  await put(numbers(1, 1_000), clusters(DIMENSIONS, 5));
  await codesAreWhole(1_000);
  await collections.close();
  const text = await readFile(description(), 'utf8');
  await writeFile(description(), text.replace(/"floats":"..../, '"floats":"AAAA'));
  await collections.open();
  expect(collections.damages).toEqual([[NAME, expect.stringContaining('center is damaged')]]);
});

it('compares every vector exactly while there are few, through additions and removals', async () => {
  const random = randomNumbers(6);
  const pick = (below: number) => Math.floor(random() * below);
  const next = clusters(DIMENSIONS, 6);
  const model = new Map<number, Float32Array>();
  for (let turn = 0; turn < 60; turn += 1) {
    const ids = [...new Set(Array.from({ length: 1 + pick(20) }, () => 1 + pick(400)))];
    if (pick(3) === 0) {
      await remove(ids);
      for (const id of ids) model.delete(id);
    } else {
      const vectors = ids.map(next);
      const given = vectors.values();
      await put(ids, () => given.next().value!, turn + 1);
      ids.forEach((id, at) => model.set(id, vectors[at]!));
    }
    const vector = next();
    const [publishedUntilMs, ordinalBelow, limit] = [pick(8), pick(12), 1 + pick(50)];
    const passing = [...model.keys()].filter((id) => id % 7 <= publishedUntilMs && id % 11 < ordinalBelow);
    const all = matchesOf(exact.all.get(NAME), { vector, limit: 1_000, publishedUntilMs, ordinalBelow });
    expect([...all.ids].map(Number).sort((one, other) => one - other)).toEqual(
      passing.sort((one, other) => one - other),
    );
    const ranked = [...all.ids].map((id, at) => ({ id, similarity: all.similarityMillionths[at]! }));
    for (const { id, similarity } of ranked) {
      const product = model.get(Number(id))!.reduce((sum, value, at) => sum + value * vector[at]!, 0);
      expect(Math.abs(product * 1e6 - similarity)).toBeLessThan(20);
    }
    const sorted = [...ranked].sort(
      (one, other) => other.similarity - one.similarity || Number(other.id - one.id),
    );
    expect(ranked).toEqual(sorted);
    const few = matchesOf(exact.all.get(NAME), { vector, limit, publishedUntilMs, ordinalBelow });
    expect([...few.ids]).toEqual(sorted.slice(0, limit).map(({ id }) => id));
  }
});
