import { BackgroundWork } from './background-work';

function task() {
  let finish = () => {};
  const done = new Promise<void>((resolve) => (finish = resolve));
  const state = { isRunning: false, finish };
  return { state, work: () => ((state.isRunning = true), done) };
}

it('limits concurrent work, runs the rest in order, and refuses what exceeds its limit', async () => {
  const background = new BackgroundWork({ concurrency: 2, maximum: 3 });
  const tasks = Array.from({ length: 4 }, task);
  expect(tasks.map(({ work }) => background.add(work))).toEqual([true, true, true, false]);
  expect(tasks.map(({ state }) => state.isRunning)).toEqual([true, true, false, false]);
  expect(background.size).toBe(3);
  let isIdle = false;
  const idle = background.idle().then(() => (isIdle = true));
  tasks[0]!.state.finish();
  while (!tasks[2]!.state.isRunning) await Promise.resolve();
  expect([background.size, isIdle]).toEqual([2, false]);
  for (const { state } of tasks) state.finish();
  await idle;
  expect(background.size).toBe(0);
  await background.idle();
});
