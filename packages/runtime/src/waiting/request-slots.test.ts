import { RequestSlots, type SlotBound } from './request-slots';

let refused: SlotBound[];
beforeEach(() => (refused = []));
const noted = (bound: SlotBound) => refused.push(bound);

/** Work that runs until told to end, and its result. */
function openWork() {
  let end!: () => void;
  let fail!: (error: Error) => void;
  const ended = new Promise<void>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  return { work: () => ended, end, fail };
}

it("limits an account's requests without affecting another's", async () => {
  const slots = new RequestSlots({ account: 2, process: 10 });
  const open = [openWork(), openWork()];
  const running = open.map(({ work }) => slots.run('a', work, noted));
  expect(slots.ofBusiestAccount).toBe(2);
  await expect(slots.run('a', () => 'done', noted)).rejects.toMatchObject({
    code: 'rate_limited',
    publicText: expect.stringContaining('2 requests in flight') as string,
    retryAfterSeconds: 1,
  });
  expect(refused).toEqual(['account']);
  expect(await slots.run('b', () => 'done', noted)).toBe('done');
  for (const { end } of open) end();
  await Promise.all(running);
  expect(slots.ofBusiestAccount).toBe(0);
  expect(await slots.run('a', () => 'done', noted)).toBe('done');
});

it("limits all accounts' requests together", async () => {
  const slots = new RequestSlots({ account: 2, process: 2 });
  const open = [openWork(), openWork()];
  const running = open.map(({ work }, index) => slots.run(String(index), work, noted));
  expect(slots.ofProcess).toBe(2);
  await expect(slots.run('c', () => 'done', noted)).rejects.toMatchObject({
    code: 'unavailable',
    retryAfterSeconds: 1,
  });
  expect(refused).toEqual(['process']);
  open[0]!.end();
  await running[0];
  expect(await slots.run('c', () => 'done', noted)).toBe('done');
  open[1]!.end();
  await running[1];
  expect(slots.ofProcess).toBe(0);
});

it('frees the slot of work that fails, later or at once', async () => {
  const slots = new RequestSlots({ account: 1, process: 1 });
  const { work, fail } = openWork();
  const running = slots.run('a', work, noted);
  fail(new Error('later'));
  await expect(running).rejects.toThrow('later');
  const atOnce = () => {
    throw new Error('at once');
  };
  await expect(slots.run('a', atOnce, noted)).rejects.toThrow('at once');
  expect(await slots.run('a', () => 'done', noted)).toBe('done');
  expect(refused).toEqual([]);
});
