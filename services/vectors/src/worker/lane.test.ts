import { Lane } from './lane';

let now: number;
let dropped: string[];
let lane: Lane;
beforeEach(() => {
  now = 0;
  dropped = [];
  lane = new Lane(
    2,
    (reason) => dropped.push(reason),
    () => now,
  );
});

function held(): { task: () => Promise<string>; finish: () => void } {
  let finish = () => {};
  const done = new Promise<void>((resolve) => (finish = resolve));
  return { task: () => done.then(() => 'done'), finish };
}

it('runs one at a time, first come, first served', async () => {
  const order: string[] = [];
  const first = held();
  const calls = [
    lane.run(100, async () => {
      order.push('begin');
      await first.task();
      order.push('end');
    }),
    lane.run(100, async () => void order.push('second')),
    lane.run(100, async () => void order.push('third')),
  ];
  expect(lane.waiting).toBe(2);
  first.finish();
  await Promise.all(calls);
  expect(order).toEqual(['begin', 'end', 'second', 'third']);
});

it('refuses what does not fit', async () => {
  const first = held();
  const calls = [lane.run(100, first.task), lane.run(100, held().task), lane.run(100, held().task)];
  await expect(lane.run(100, held().task)).rejects.toMatchObject({ code: 'unavailable' });
  expect(dropped).toEqual(['full']);
  first.finish();
  expect(await calls[0]).toBe('done');
});

it('drops what no caller waits for any more when its turn comes, and continues', async () => {
  const first = held();
  const running = lane.run(100, first.task);
  const late = lane.run(50, () => Promise.resolve('late'));
  const early = lane.run(200, () => Promise.resolve('early'));
  now = 60;
  first.finish();
  await running;
  await expect(late).rejects.toMatchObject({ code: 'unavailable' });
  expect(await early).toBe('early');
  expect(dropped).toEqual(['expired']);
});

it('continues after a task that fails', async () => {
  await expect(lane.run(100, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await lane.run(100, () => Promise.resolve(1))).toBe(1);
});
