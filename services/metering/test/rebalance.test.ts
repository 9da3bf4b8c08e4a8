import { startBeforeEach, waitFor } from '@heliograph/testing';
import { UsageStore } from '../src/storage/usage-store';
import { messageOf, usageOf } from './support/events';
import { waitOptions, startFixture, totalsOf } from './support/metering';

// Members take long to start on a busy machine.
jest.setTimeout(240_000);

const fixture = startBeforeEach(startFixture);

it('neither loses nor double-counts events while members come and go under load', async () => {
  let published = 0;
  let isOver = false;
  const publishing = (async () => {
    for (let round = 0; !isOver; round += 1) {
      const messages = Array.from({ length: 200 }, (_, index) =>
        // Hot accounts, whose rows all members contend for.
        messageOf(usageOf({ accountId: `account-${(round + index) % 20}`, records: 2 })),
      );
      await fixture.publish(messages);
      published += messages.length;
      // Keeps some events to count, without the backlog growing.
      await waitFor(async () => isOver || (await totalsOf(fixture.pool)).requests > published - 2_000, {
        timeoutMs: 240_000,
      });
    }
  })();
  try {
    const first = await fixture.startService();
    const reached = async (count: number) => (await totalsOf(fixture.pool)).requests >= count;
    await waitFor(() => reached(1_000), waitOptions);
    const second = await fixture.startService();
    await waitFor(() => reached(3_000), waitOptions);
    const third = await fixture.startService();
    await first.destroy();
    await waitFor(() => reached(6_000), waitOptions);
    await third.destroy();
    await second.destroy();
    const last = await fixture.startService();
    await waitFor(() => reached(8_000), waitOptions);
    expect(last.address).not.toBe('');
  } finally {
    isOver = true;
    await publishing;
  }
  await waitFor(() => fixture.isCaughtUp(), waitOptions);
  expect(await totalsOf(fixture.pool)).toEqual({
    requests: published,
    records: 2 * published,
    micros: 0,
    ids: published,
  });
});

it('counts events once that two members count at the same time, without a deadlock', async () => {
  // A rebalance can cause this: the same events and rows in different orders.
  await (await fixture.startService()).destroy();
  const events = Array.from({ length: 400 }, (_, index) => {
    const { prepaidMicros: _micros, time: _time, ...event } = usageOf({ accountId: `account-${index % 50}` });
    return { ...event, isVoid: false, prepaidMicros: 0, timeMs: Date.now() };
  });
  const store = new UsageStore(fixture.pool);
  const halves = [events.slice(0, 300), events.slice(100).reverse(), [...events].reverse(), events];
  const counted = await Promise.all(halves.map((half) => store.count(half)));
  expect(counted.reduce((sum, count) => sum + count, 0)).toBe(400);
  expect(await totalsOf(fixture.pool)).toMatchObject({ requests: 400, ids: 400 });
});
