import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { withTimeout } from './with-timeout';

it('fires although garbage was collected meanwhile', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const signal = withTimeout(100, new AbortController().signal);
  const aborted = once(signal, 'abort');
  await setImmediate();
  collectGarbage();
  await aborted;
  expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
});

it('is aborted by any of the signals, with its reason', () => {
  const reason = new Error('no longer wanted');
  expect(withTimeout(1_000, new AbortController().signal, AbortSignal.abort(reason)).reason).toBe(reason);
});
