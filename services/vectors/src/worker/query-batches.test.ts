import { setImmediate } from 'node:timers/promises';
import { QueryBatches } from './query-batches';

interface Query {
  id: number;
  request: { collection: string };
}

let answered: number[][];
let batches: QueryBatches<Query>;
beforeEach(() => {
  answered = [];
  batches = new QueryBatches((queries) => answered.push(queries.map(({ id }) => id)));
});

const add = (id: number, collection = 'a') => batches.add({ id, request: { collection } });

async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await setImmediate();
}

it('answers a query alone when no other waits', async () => {
  add(1);
  await settled();
  add(2);
  await settled();
  expect(answered).toEqual([[1], [2]]);
});

it('answers waiting queries four at a time, in order', async () => {
  for (let id = 1; id <= 6; id += 1) add(id);
  await settled();
  expect(answered).toEqual([
    [1, 2, 3, 4],
    [5, 6],
  ]);
});

it('keeps collections apart and queries in order', async () => {
  add(1);
  add(2, 'b');
  add(3);
  add(4);
  await settled();
  expect(answered).toEqual([[1], [2], [3, 4]]);
});

it('lets other things run between batches', async () => {
  for (let id = 1; id <= 8; id += 1) add(id);
  await setImmediate();
  expect(answered).toHaveLength(1);
  await settled();
  expect(answered).toHaveLength(2);
});
