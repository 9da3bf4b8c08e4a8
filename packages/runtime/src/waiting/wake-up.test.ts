import { WakeUp } from './wake-up';

const LONG_MS = 60_000;

it('ends a wait at once', async () => {
  const wakeUp = new WakeUp();
  const waiting = wakeUp.wait(LONG_MS);
  wakeUp.call();
  await waiting;
});

it('remembers one call made before the wait', async () => {
  const wakeUp = new WakeUp();
  wakeUp.call();
  wakeUp.call();
  await wakeUp.wait(LONG_MS);
  let isOver = false;
  const second = wakeUp.wait(LONG_MS).then(() => (isOver = true));
  await new Promise(setImmediate);
  expect(isOver).toBe(false);
  wakeUp.call();
  await second;
});

it('ends a wait after its timeout', async () => {
  await new WakeUp().wait(1);
});

it('ends a wait when aborted', async () => {
  const controller = new AbortController();
  const waiting = new WakeUp().wait(LONG_MS, controller.signal);
  controller.abort();
  await waiting;
});

it('forgets a call on reset', async () => {
  const wakeUp = new WakeUp();
  wakeUp.call();
  wakeUp.reset();
  const beganAt = performance.now();
  await wakeUp.wait(20);
  expect(performance.now() - beganAt).toBeGreaterThan(10);
});
