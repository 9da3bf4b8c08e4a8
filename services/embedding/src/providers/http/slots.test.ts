import type { Purpose } from '../provider';
import { Slots, SlotsFullError, SlotTooLateError } from './slots';

const work = (purpose: Purpose, remainingMs = () => 1) => ({ purpose, remainingMs });

/** Takes slots and records the order in which they were granted. */
function taker(slots: Slots) {
  const order: string[] = [];
  const releases = new Map<string, () => void>();
  return {
    order,
    take: (name: string, purpose: Purpose) => {
      void slots.take(work(purpose)).then((release) => {
        order.push(name);
        releases.set(name, release);
      });
    },
    release: (name: string) => releases.get(name)!(),
  };
}

/** Everything that can continue on its own. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('gives queries every slot, documents all but one, and the next free one to queries', async () => {
  const slots = new Slots(3, { query: 10, document: 10 });
  const { order, take, release } = taker(slots);
  for (const name of ['d1', 'd2', 'd3', 'd4']) take(name, 'document');
  for (const name of ['q1', 'q2', 'q3']) take(name, 'query');
  await settled();
  expect(order).toEqual(['d1', 'd2', 'q1']);
  expect([slots.waitingRequests('document'), slots.waitingRequests('query')]).toEqual([2, 2]);
  release('d1');
  await settled();
  release('d2');
  await settled();
  expect(order).toEqual(['d1', 'd2', 'q1', 'q2', 'q3']);
  release('q1');
  await settled();
  expect(order.at(-1)).toBe('d3');
});

it('reserves none when there is only one', async () => {
  const slots = new Slots(1, { query: 10, document: 10 });
  const { order, take, release } = taker(slots);
  take('d1', 'document');
  take('d2', 'document');
  take('q1', 'query');
  await settled();
  release('d1');
  await settled();
  expect(order).toEqual(['d1', 'q1']);
});

it('refuses more than may wait and forgets those whose callers no longer wait', async () => {
  const slots = new Slots(1, { query: 2, document: 2 });
  const release = await slots.take(work('query'));
  let left = 1;
  const waiting = [1, 2].map(() => slots.take(work('query', () => left)));
  await expect(slots.take(work('query'))).rejects.toThrow(SlotsFullError);
  left = 0;
  const next = slots.take(work('query'));
  for (const forgotten of waiting) await expect(forgotten).rejects.toThrow(SlotTooLateError);
  release();
  (await next)();
});

it('does not grant a slot to a request whose caller no longer waits', async () => {
  const slots = new Slots(1, { query: 2, document: 2 });
  const release = await slots.take(work('query'));
  let left = 1;
  const late = slots.take(work('query', () => left));
  const inTime = slots.take(work('document'));
  left = 0;
  release();
  await expect(late).rejects.toThrow(SlotTooLateError);
  (await inTime)();
  await expect(slots.take(work('query', () => left))).rejects.toThrow(SlotTooLateError);
});
