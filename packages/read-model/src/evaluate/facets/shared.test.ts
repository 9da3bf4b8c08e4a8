import type { Slices } from '../scan';
import { Shared } from './shared';

test('whoever needs the result continues the same work', () => {
  let steps = 0;
  function* work(): Slices<{ steps: number }> {
    for (; steps < 4; steps++) yield;
    return { steps };
  }
  const shared = new Shared(work());
  const abandoned = shared.wait();
  abandoned.next();
  abandoned.next();
  const [first, second] = [shared.wait(), shared.wait()];
  expect([first, second, first].map((waiter) => waiter.next().done)).toEqual([false, false, true]);
  expect(second.next()).toEqual({ done: true, value: { steps: 4 } });
  expect(shared.wait().next()).toEqual({ done: true, value: { steps: 4 } });
});
