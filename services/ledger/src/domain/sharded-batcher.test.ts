import { ShardedBatcher } from './sharded-batcher';

const later = () => performance.now() + 60_000;

/** Batches that wait until released. */
function heldBatches(shards: number) {
  const batches: string[][] = [];
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const batcher = new ShardedBatcher<string, string>(shards, (item) => item.split(' ')[0]!, {
    commit: async (items) => {
      batches.push([...items]);
      await released;
      return items.map((item) => ({ result: `${item} done` }));
    },
    exclusiveKeys: (item) => [item],
    maximumBatch: 10,
    maximumWaiting: 100,
  });
  return { batcher, batches, release };
}

it('keeps the items of a key together, and commits shards in parallel', async () => {
  const { batcher, batches, release } = heldBatches(4);
  const keys = Array.from({ length: 40 }, (_, index) => `account${index}`);
  const done = Promise.all(
    keys.flatMap((key) => [`${key} 1`, `${key} 2`].map((item) => batcher.submit(item, later()))),
  );
  await new Promise(setImmediate);
  // One batch of each shard is in flight; the rest wait.
  expect(batches).toHaveLength(4);
  expect(batcher.depth).toBe(80 - batches.flat().length);
  release();
  expect(await done).toEqual(keys.flatMap((key) => [`${key} 1 done`, `${key} 2 done`]));
  for (const key of keys) {
    const ofKey = batches.filter((items) => items.some((item) => item.startsWith(`${key} `)));
    const own = ofKey.flat().filter((item) => item.startsWith(`${key} `));
    expect(own).toEqual([`${key} 1`, `${key} 2`]);
  }
  expect(batcher.depth).toBe(0);
});

it('drains when nothing waits and nothing is in flight', async () => {
  const { batcher, release } = heldBatches(2);
  const done = Promise.all(['a', 'b', 'c'].map((item) => batcher.submit(item, later())));
  let isDrained = false;
  const drained = batcher.drain().then(() => (isDrained = true));
  await new Promise(setImmediate);
  expect(isDrained).toBe(false);
  release();
  await drained;
  expect(await done).toEqual(['a done', 'b done', 'c done']);
});
