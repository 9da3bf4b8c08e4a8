import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { waitFor } from '@heliograph/testing';
import { matchesOf, TestCollections } from './support/collections';
import { DIMENSIONS, everything, numbers, pointsOf } from './support/points';

const WASTE_BYTES = 20_000;
const NAME = 'signals-x';
const ROW_BYTES = 32 + 2 * DIMENSIONS;

let collections: TestCollections;
const collection = () => collections.all.get(NAME);
const file = (name = '') => join(collections.directory, NAME, name);

beforeEach(async () => {
  collections = await TestCollections.create(WASTE_BYTES);
  await collections.all.prepare(NAME, DIMENSIONS);
});
afterEach(() => collections.release());

it('keeps the file small while points are replaced and removed, and loses no concurrent writes', async () => {
  const expected = new Map<number, number>();
  const inOrder = () => new Map([...expected].sort(([first], [second]) => first - second));
  for (let version = 1; version <= 60; version += 1) {
    const ids = numbers(1 + (version % 7) * 300, 500);
    await collection().upsert(pointsOf(ids, version));
    for (const id of ids) expected.set(id, version);
    const gone = numbers(1 + (version % 11) * 150, 40);
    await collection().remove(BigUint64Array.from(gone, BigInt));
    for (const id of gone) expected.delete(id);
    expect(collection().status.bytes).toBeLessThan(6_000 * ROW_BYTES + 4 * WASTE_BYTES);
  }
  expect(collections.versionsOf(NAME)).toEqual(inOrder());
  await waitFor(async () => (await readdir(file())).length === 3);
  expect(await readdir(file())).not.toContain('points-0');

  const found = matchesOf(collection(), everything);
  await collections.close();
  await collections.open();
  expect([collections.damages, collections.upkeepFailures]).toEqual([[], []]);
  expect(collections.versionsOf(NAME)).toEqual(inOrder());
  expect(matchesOf(collection(), everything)).toEqual(found);
});

it('closes in the middle of a rewrite without loss, and removes leftovers of one', async () => {
  const ids = numbers(1, 1_000);
  for (let version = 1; version <= 3; version += 1) await collection().upsert(pointsOf(ids, version));
  await collections.close();
  await writeFile(file('points-77'), 'left by a rewrite that did not come to its end');
  await collections.open();
  expect(collections.versionsOf(NAME)).toEqual(new Map(ids.map((id) => [id, 3])));
  expect(await readdir(file())).not.toContain('points-77');
  expect([collections.damages, collections.upkeepFailures]).toEqual([[], []]);
});

it('leaves a file with little waste alone', async () => {
  await collection().upsert(pointsOf(numbers(1, 100)));
  await collection().upsert(pointsOf(numbers(1, 100), 2));
  const { size } = await stat(file('points-0'));
  expect(collection().status.bytes).toBe(size);
  expect(size).toBeGreaterThan(200 * ROW_BYTES);
});
