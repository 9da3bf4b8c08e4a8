import { WakeSignal } from './wake-signal';

const LONG_MS = 60_000;

it('ends a wait at once', async () => {
  const signal = new WakeSignal();
  const waiting = signal.wait(LONG_MS);
  signal.wake();
  await waiting;
});

it('remembers one wake-up that came before the wait', async () => {
  const signal = new WakeSignal();
  signal.wake();
  signal.wake();
  await signal.wait(LONG_MS);
  let isOver = false;
  const second = signal.wait(LONG_MS).then(() => (isOver = true));
  await new Promise(setImmediate);
  expect(isOver).toBe(false);
  signal.wake();
  await second;
});

it('ends a wait after its timeout', async () => {
  await new WakeSignal().wait(1);
});
