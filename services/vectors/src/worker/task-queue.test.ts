import { TaskQueue } from './task-queue';

let now: number;
let dropped: string[];
let queue: TaskQueue;
beforeEach(() => {
  now = 0;
  dropped = [];
  queue = new TaskQueue(
    2,
    (reason) => dropped.push(reason),
    1,
    () => now,
  );
});

function held(): { task: () => Promise<string>; finish: () => void } {
  let finish = () => {};
  const done = new Promise<void>((resolve) => (finish = resolve));
  return { task: () => done.then(() => 'done'), finish };
}

it('runs one task at a time, first come, first served', async () => {
  const order: string[] = [];
  const first = held();
  const calls = [
    queue.run(100, async () => {
      order.push('begin');
      await first.task();
      order.push('end');
    }),
    queue.run(100, async () => void order.push('second')),
    queue.run(100, async () => void order.push('third')),
  ];
  expect(queue.waiting).toBe(2);
  first.finish();
  await Promise.all(calls);
  expect(order).toEqual(['begin', 'end', 'second', 'third']);
});

it('refuses tasks beyond its limit', async () => {
  const first = held();
  const calls = [queue.run(100, first.task), queue.run(100, held().task), queue.run(100, held().task)];
  await expect(queue.run(100, held().task)).rejects.toMatchObject({ code: 'unavailable' });
  expect(dropped).toEqual(['full']);
  first.finish();
  expect(await calls[0]).toBe('done');
});

it('drops a task whose caller canceled when its turn comes, and continues', async () => {
  const first = held();
  const running = queue.run(100, first.task);
  const late = queue.run(50, () => Promise.resolve('late'));
  const early = queue.run(200, () => Promise.resolve('early'));
  now = 60;
  first.finish();
  await running;
  await expect(late).rejects.toMatchObject({ code: 'unavailable' });
  expect(await early).toBe('early');
  expect(dropped).toEqual(['expired']);
});

it('continues after a task that fails', async () => {
  await expect(queue.run(100, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await queue.run(100, () => Promise.resolve(1))).toBe(1);
});

it('runs as many tasks at once as allowed', async () => {
  const wide = new TaskQueue(2, () => undefined, 2);
  const tasks = [held(), held(), held()];
  const calls = tasks.map(({ task }) => wide.run(Infinity, task));
  expect(wide.waiting).toBe(1);
  tasks[1]!.finish();
  tasks[2]!.finish();
  expect(await calls[2]).toBe('done');
  expect(wide.waiting).toBe(0);
  tasks[0]!.finish();
  expect(await calls[0]).toBe('done');
});
