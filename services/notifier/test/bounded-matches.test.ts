import { startBeforeEach, waitFor } from '@heliograph/testing';
import { numbers, save, signalsOf, startFixture, untilReceived } from './support/webhooks';

const fixture = startBeforeEach(startFixture);

/** A saved search on hold, since its account has no records, with 1,300 matches. */
async function begin() {
  const receiver = await fixture.startReceiver();
  const { client, process } = await fixture.startNotifier();
  const { accountId, id } = await save(client, receiver);
  await fixture.spend(accountId, 100);
  await fixture.importTogether(signalsOf(1, 1_300));
  await fixture.untilOnHold(id, 'records');
  const pay = async () => {
    await fixture.addCredit(accountId, 2_000);
    await fixture.makeRetriesDue();
  };
  return { receiver, process, id, pay };
}

const stored = async () => (await fixture.rows('SELECT FROM notifier.match')).length;

/** Expects signals 1 to `last` delivered in order and charged, each once. */
async function expectEachOnce(
  { receiver, id }: Pick<Awaited<ReturnType<typeof begin>>, 'receiver' | 'id'>,
  last: number,
): Promise<void> {
  await untilReceived(receiver, last);
  await fixture.untilActive(id);
  const byDelivery = new Map(receiver.received.map(({ headers, items }) => [headers['webhook-id'], items]));
  expect([...byDelivery.values()].flat()).toEqual(numbers(1, last));
  expect(await fixture.charged()).toBe(last);
  expect(await fixture.rows('SELECT FROM notifier.backlog')).toEqual([]);
}

it('a saved search on hold stores a thousand matches; later it gets all, and what is published meanwhile, in order', async () => {
  const { pay, ...held } = await begin();
  await fixture.import(signalsOf(1_301, 1_400));
  await fixture.untilRead();
  expect(await stored()).toBe(1_000);
  await pay();
  await untilReceived(held.receiver, 50);
  await fixture.import(signalsOf(1_401, 1_500));
  await expectEachOnce(held, 1_500);
  // Nothing is left out any more.
  await fixture.import(signalsOf(1_501, 1_501));
  await expectEachOnce(held, 1_501);
});

it('a process that dies after it has read the rest, before that is stored, loses and repeats nothing', async () => {
  const { process, pay, ...held } = await begin();
  const locks = await fixture.holdLocks('SELECT FROM notifier.backlog FOR UPDATE');
  await pay();
  await locks.untilAnotherWaits();
  await process.kill();
  await locks.rollback();
  await fixture.endOfDead();
  await fixture.startNotifier();
  await expectEachOnce(held, 1_300);
});

it('two processes deliver all that was left out, each match once', async () => {
  const { pay, ...held } = await begin();
  await fixture.startNotifier();
  await pay();
  await fixture.import(signalsOf(1_301, 1_600));
  await untilReceived(held.receiver, 1_600);
  await fixture.untilActive(held.id);
  expect([...held.receiver.items].sort()).toEqual([...numbers(1, 1_600)].sort());
  expect(await fixture.charged()).toBe(1_600);
  await waitFor(async () => (await fixture.rows('SELECT FROM notifier.webhook_queue')).length === 0);
});
