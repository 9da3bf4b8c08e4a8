import { setMaxListeners } from 'node:events';
import { FairQueue, type QueueBounds, type QueueRefusal } from './fair-queue';

const bounds: QueueBounds = { running: 2, runningPerAccount: 1, waitingPerAccount: 3, waiting: 5 };
const { signal } = new AbortController();
setMaxListeners(0, signal);
const later = () => performance.now() + 60_000;

/** Acquires turns, and records in `order` when turns come; `endTurn` ends the oldest one. */
function acquiring(queue: FairQueue) {
  const order: string[] = [];
  const turns: (() => void)[] = [];
  const acquire = (
    name: string,
    over: { latestStart?: number; signal?: AbortSignal; cost?: number } = {},
  ) => {
    const acquired = queue.acquire({
      accountId: name.charAt(0),
      cost: over.cost ?? 1,
      latestStart: over.latestStart ?? later(),
      signal: over.signal ?? signal,
    });
    acquired.then(
      (release) => {
        order.push(name);
        turns.push(release);
      },
      () => undefined,
    );
    return acquired;
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const endTurn = async () => {
    await settle();
    turns.shift()?.();
    await settle();
  };
  return { order, acquire, endTurn, settle };
}

it('takes turns between accounts, not requests', async () => {
  const queue = new FairQueue({ ...bounds, running: 1, waiting: 100, waitingPerAccount: 50 }, 0.001);
  const { order, acquire, endTurn } = acquiring(queue);
  for (let index = 0; index < 20; index += 1) void acquire(`a${index}`);
  void acquire('b0');
  void acquire('b1');
  void acquire('c0');
  for (let turn = 0; turn < 6; turn += 1) await endTurn();
  expect(order.slice(0, 7)).toEqual(['a0', 'a1', 'b0', 'c0', 'a2', 'b1', 'a3']);
});

it('leaves a slot for others, however much one account asks for', async () => {
  const queue = new FairQueue(bounds, 0.001);
  const { order, acquire, endTurn, settle } = acquiring(queue);
  void acquire('a0');
  void acquire('a1');
  await settle();
  expect([queue.running, queue.waiting]).toEqual([1, 1]);
  void acquire('b0');
  await settle();
  expect(order).toEqual(['a0', 'b0']);
  await endTurn();
  expect(order).toEqual(['a0', 'b0', 'a1']);
});

it('refuses what is too much for one account, too much in total, and what would come too late', async () => {
  const queue = new FairQueue(bounds, 1);
  const { acquire } = acquiring(queue);
  const refused = (name: string, over = {}) =>
    acquire(name, over).then(
      () => 'acquired',
      (error: QueueRefusal) => error.reason,
    );
  for (const name of ['a0', 'a1', 'a2', 'a3', 'b0', 'b1', 'b2']) void acquire(name);
  expect(await refused('a4')).toBe('account');
  expect(await refused('b3')).toBe('full');
  const other = new FairQueue(bounds, 1);
  const second = acquiring(other);
  void second.acquire('a0', { cost: 5_000 });
  const late = second.acquire('a1', { latestStart: performance.now() + 4_000 });
  await expect(late).rejects.toMatchObject({ reason: 'late', waitMs: 5_000 });
  // For another account: its turn is expected in time, and given up when it is late.
  void second.acquire('b0', { cost: 5_000 });
  await expect(second.acquire('c0', { latestStart: performance.now() + 20 })).rejects.toMatchObject({
    reason: 'late',
  });
  expect(other.waiting).toBe(0);
});

it('drops work without a waiting caller', async () => {
  const queue = new FairQueue(bounds, 0.001);
  const { order, acquire, endTurn } = acquiring(queue);
  void acquire('a0');
  const controller = new AbortController();
  const gone = acquire('a1', { signal: controller.signal });
  void acquire('a2');
  controller.abort(new Error('gone'));
  await expect(gone).rejects.toThrow('gone');
  await expect(acquire('a3', { signal: controller.signal })).rejects.toThrow('gone');
  await endTurn();
  expect(order).toEqual(['a0', 'a2']);
  await endTurn();
  expect([queue.running, queue.waiting]).toEqual([0, 0]);
});
