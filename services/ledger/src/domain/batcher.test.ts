import { Batcher, type Outcome } from './batcher';

interface Item {
  name: string;
  keys?: string[];
  bytes?: number;
}

/** A batcher whose batches wait until they are released. */
function heldBatcher(options: { maximumBatch?: number; maximumWaiting?: number } = {}) {
  const batches: string[][] = [];
  const held: (() => void)[] = [];
  const batcher = new Batcher<Item, string>({
    commit: async (items) => {
      batches.push(items.map((item) => item.name));
      await new Promise<void>((resolve) => held.push(resolve));
      return items.map((item): Outcome<string> =>
        item.name === 'bad' ? { error: new Error('refused') } : { result: `${item.name} done` },
      );
    },
    exclusiveKeys: (item) => item.keys ?? [item.name],
    bytesOf: ({ bytes }) => bytes ?? 0,
    maximumBatch: options.maximumBatch ?? 10,
    maximumWaiting: options.maximumWaiting ?? 100,
  });
  const letGo = async () => {
    while (held.length === 0) await new Promise(setImmediate);
    held.shift()!();
  };
  return { batcher, batches, letGo };
}

const later = () => performance.now() + 60_000;

it('commits items of one turn as one batch, and later items as the next', async () => {
  const { batcher, batches, letGo } = heldBatcher();
  const first = [batcher.submit({ name: 'a' }, later()), batcher.submit({ name: 'b' }, later())];
  await new Promise(setImmediate);
  const second = [batcher.submit({ name: 'c' }, later())];
  await new Promise(setImmediate);
  second.push(batcher.submit({ name: 'd' }, later()));
  await letGo();
  expect(await Promise.all(first)).toEqual(['a done', 'b done']);
  await letGo();
  expect(await Promise.all(second)).toEqual(['c done', 'd done']);
  expect(batches).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
});

it('gives each item its own outcome', async () => {
  const { batcher, letGo } = heldBatcher();
  const outcomes = Promise.allSettled(['a', 'bad', 'c'].map((name) => batcher.submit({ name }, later())));
  await letGo();
  expect((await outcomes).map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

it('limits batches by bytes, and commits larger items separately', async () => {
  const { batcher, batches, letGo } = heldBatcher();
  const sizes = { a: 2, b: 2, c: 1, d: 12, e: 12, f: 0 };
  const all = Promise.all(
    Object.entries(sizes).map(([name, mebibytes]) =>
      batcher.submit({ name, bytes: mebibytes * 1024 * 1024 }, later()),
    ),
  );
  for (let batch = 0; batch < 5; batch += 1) await letGo();
  await all;
  expect(batches).toEqual([['a', 'b'], ['c'], ['d'], ['e'], ['f']]);
});

it('limits batches by number', async () => {
  const { batcher, batches, letGo } = heldBatcher({ maximumBatch: 2 });
  const all = Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => batcher.submit({ name }, later())));
  for (let batch = 0; batch < 3; batch += 1) await letGo();
  await all;
  expect(batches).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
});

it('never puts two items with the same key into one batch', async () => {
  const { batcher, batches, letGo } = heldBatcher();
  const items = [
    { name: 'a', keys: ['1', '2'] },
    { name: 'b', keys: ['2'] },
    { name: 'c', keys: ['3'] },
    // One of its two keys is enough.
    { name: 'd', keys: ['4', '2'] },
  ];
  const all = Promise.all(items.map((item) => batcher.submit(item, later())));
  for (let batch = 0; batch < 3; batch += 1) await letGo();
  await all;
  expect(batches).toEqual([['a', 'c'], ['b'], ['d']]);
});

it('refuses more than may wait, and accepts again when there is room', async () => {
  const { batcher, letGo } = heldBatcher({ maximumBatch: 1, maximumWaiting: 2 });
  const accepted = [batcher.submit({ name: 'a' }, later()), batcher.submit({ name: 'b' }, later())];
  await expect(batcher.submit({ name: 'c' }, later())).rejects.toMatchObject({ code: 'unavailable' });
  await letGo();
  await accepted[0];
  expect(batcher.depth).toBeLessThanOrEqual(1);
  accepted.push(batcher.submit({ name: 'd' }, later()));
  await letGo();
  await letGo();
  expect(await Promise.all(accepted)).toEqual(['a done', 'b done', 'd done']);
});

it('commits what waits while the clock of the machine is set', async () => {
  const { batcher, batches, letGo } = heldBatcher();
  const first = batcher.submit({ name: 'a' }, later());
  await new Promise(setImmediate);
  const second = batcher.submit({ name: 'b' }, later());
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);
  await letGo();
  await letGo();
  clock.mockRestore();
  await Promise.all([first, second]);
  expect(batches).toEqual([['a'], ['b']]);
});

it('does not commit an item whose deadline passed while it waited', async () => {
  const { batcher, batches, letGo } = heldBatcher();
  const first = batcher.submit({ name: 'a' }, later());
  await new Promise(setImmediate);
  const late = batcher.submit({ name: 'late' }, performance.now());
  const inTime = batcher.submit({ name: 'b' }, later());
  const refused = expect(late).rejects.toMatchObject({ code: 'unavailable' });
  await letGo();
  await letGo();
  await Promise.all([first, inTime, refused]);
  expect(batches).toEqual([['a'], ['b']]);
});

it('drains waiting items and batches in flight', async () => {
  const { batcher, letGo } = heldBatcher({ maximumBatch: 1 });
  let settled = 0;
  for (const name of ['a', 'b', 'c']) {
    void batcher.submit({ name }, later()).then(() => {
      settled += 1;
    });
  }
  const drained = batcher.drain();
  for (let batch = 0; batch < 3; batch += 1) await letGo();
  await drained;
  expect(settled).toBe(3);
  await batcher.drain();
});

it('fails an item without an outcome instead of leaving it waiting', async () => {
  const batcher = new Batcher<string, string>({
    commit: () => Promise.resolve([]),
    exclusiveKeys: (item) => [item],
    maximumBatch: 10,
    maximumWaiting: 10,
  });
  await expect(batcher.submit('a', later())).rejects.toThrow('without an outcome');
});
