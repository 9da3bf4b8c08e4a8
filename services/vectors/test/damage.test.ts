import {
  appendFile,
  mkdir,
  open,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
  type FileHandle,
} from 'node:fs/promises';
import { join } from 'node:path';
import { LogBrokenError } from '../src/storage/point-log';
import { TestCollections } from './support/collections';
import { DIMENSIONS, numbers, pointsOf } from './support/points';
import { call, pointOf, startVectors } from './support/vectors';

const [DAMAGED, WHOLE] = ['signals-damaged', 'signals-whole'];
const POINTS = 300;

describe('data on disk', () => {
  let collections: TestCollections;
  const file = (name: string) => join(collections.directory, DAMAGED, name);
  const put = (id: number) => collections.all.get(DAMAGED).upsert(pointsOf([id]));

  beforeEach(async () => {
    collections = await TestCollections.create(1_000_000);
    for (const name of [DAMAGED, WHOLE]) {
      expect(await collections.all.prepare(name, DIMENSIONS)).toEqual({ isNew: true });
      for (let first = 1; first < POINTS; first += 100) {
        await collections.all.get(name).upsert(pointsOf(numbers(first, 100)));
      }
    }
    await collections.close();
  });
  afterEach(() => collections.release());

  it.each<[string, () => Promise<unknown>]>([
    ['a changed bit in the middle of its file', () => flip(file('points-0'), 0.5)],
    ['a changed bit in its last batch', () => flip(file('points-0'), 0.99)],
    ['a changed bit at its beginning', () => flip(file('points-0'), 0)],
    ['a missing end', async () => truncate(file('points-0'), (await size(file('points-0'))) - 999)],
    ['an empty file', () => truncate(file('points-0'), 0)],
    ['a missing file', () => rm(file('points-0'))],
    ['a missing mark', () => rm(file('points-0.mark'))],
    ['a changed mark', () => writeFile(file('points-0.mark'), Buffer.alloc(12, 1))],
    ['no description', () => rm(file('collection.json'))],
    ['a description in another format', () => writeFile(file('collection.json'), '{"form":99}')],
    ['a description with other dimensions', () => writeFile(file('collection.json'), description(9))],
  ])('replaces a collection with %s and keeps the others', async (_damage, damage) => {
    await damage();
    await collections.open();
    expect(collections.damages).toEqual([[DAMAGED, expect.any(String)]]);
    expect(collections.all.list().map(({ name }) => name)).toEqual([WHOLE]);
    expect(await collections.all.prepare(DAMAGED, DIMENSIONS)).toEqual({ isNew: true });
    expect(collections.versionsOf(DAMAGED).size).toBe(0);
    expect(await collections.all.prepare(WHOLE, DIMENSIONS)).toEqual({ isNew: false });
    expect(collections.versionsOf(WHOLE).size).toBe(POINTS);
  });

  it('may end with a batch that was truncated before it was confirmed, and continues without it', async () => {
    const log = await readFile(file('points-0'));
    await appendFile(file('points-0'), log.subarray(0, 1_000));
    await collections.open();
    expect(collections.versionsOf(DAMAGED).size).toBe(POINTS);
    await put(9_000);
    await collections.close();
    await collections.open();
    expect(collections.versionsOf(DAMAGED).size).toBe(POINTS + 1);
    expect(collections.damages).toEqual([]);
  });

  it('may end with a complete batch whose mark was not moved yet, and keeps it', async () => {
    const mark = await readFile(file('points-0.mark'));
    await collections.open();
    await put(9_000);
    await collections.close();
    await writeFile(file('points-0.mark'), mark);
    await collections.open();
    expect(collections.versionsOf(DAMAGED).size).toBe(POINTS + 1);
  });

  it('is read again after a batch that could be neither written nor undone', async () => {
    await collections.open();
    const collection = collections.all.get(DAMAGED);
    // From here on, every operation on the file fails.
    await (collection as unknown as { log: { file: FileHandle } }).log.file.close();
    await expect(put(9_000)).rejects.toMatchObject({ code: 'unavailable' });
    // In the service, this ends the process.
    expect(collections.broken).toEqual([expect.any(LogBrokenError)]);
    expect(() => collections.versionsOf(DAMAGED)).toThrow('restarted');
    await expect(put(9_001)).rejects.toMatchObject({ code: 'unavailable' });
    expect(collections.broken).toHaveLength(1);
    await collections.close();
    await collections.open();
    expect(collections.versionsOf(DAMAGED).size).toBe(POINTS);
    expect(collections.damages).toEqual([]);
  });

  it('is cleared of leftovers from creating or dropping a collection', async () => {
    const left = join(collections.directory, '.new');
    await mkdir(left);
    await collections.open();
    await expect(stat(left)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(collections.all.list()).toHaveLength(2);
  });
});

it('a damaged collection is discarded at startup, which the metrics show', async () => {
  const service = await startVectors();
  const collection = DAMAGED;
  const prepare = () => service.client.prepare({ collection, dimensions: DIMENSIONS }, call);
  const scan = () => service.client.scan({ collection, afterId: '', limit: 10 }, call);
  await prepare();
  await service.client.upsert({ collection, points: [pointOf(1), pointOf(2)] }, call);
  await service.kill();
  await flip(join(service.directory, collection, 'points-0'), 0.9);
  await service.start();
  await expect(scan()).rejects.toMatchObject({ code: 'not_found' });
  expect(await service.metrics()).toMatch(/heliograph_vectors_damaged_collections_total\{[^}]*\} 1\n/);
  expect(await prepare()).toEqual({ isNew: true });
  expect((await scan()).ids).toEqual([]);
  await service.release();
});

async function size(path: string): Promise<number> {
  return (await stat(path)).size;
}

function description(dimensions: number): string {
  return JSON.stringify({ form: 1, dimensions, file: 0 });
}

async function flip(path: string, share: number): Promise<void> {
  const handle = await open(path, 'r+');
  const byte = Buffer.alloc(1);
  const position = Math.floor((await handle.stat()).size * share);
  await handle.read(byte, 0, 1, position);
  byte[0]! ^= 4;
  await handle.write(byte, 0, 1, position);
  await handle.close();
}
