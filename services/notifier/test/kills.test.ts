import { startBeforeEach, waitFor } from '@heliograph/testing';
import { patience, save, signalsOf, startGround, untilReceived, type TestReceiver } from './support/webhooks';

/**
 * A kill in each window between two writes must neither lose nor double anything. `webhooks.test.ts` kills during an
 * attempt.
 */
let receiver: TestReceiver;
const ground = startBeforeEach(startGround);
beforeEach(async () => {
  receiver = await ground.startReceiver();
});

/** A notifier with a matching saved search whose account it charges. */
async function begin() {
  const { client, process } = await ground.startNotifier();
  const { accountId } = await save(client, receiver);
  await ground.addCredit(accountId, 100);
  return { process, accountId };
}

async function goOn(): Promise<void> {
  await ground.endOfDead();
  await ground.startNotifier();
}

const deliveries = () =>
  ground.rows<{ state: string }>('SELECT state FROM notifier.delivery ORDER BY position');

/** Of everything delivered: each signal once, each charged once, in deliveries with unique ids. */
async function expectEachOnce(accountId: string, signals: number): Promise<void> {
  await waitFor(async () => (await deliveries()).every(({ state }) => state === 'delivered'), patience);
  const byDelivery = new Map(receiver.received.map(({ headers, items }) => [headers['webhook-id'], items]));
  expect([...byDelivery.values()].flat()).toHaveLength(signals);
  expect(new Set(receiver.items).size).toBe(signals);
  expect(await ground.charged()).toBe(signals);
  const charges = await ground.rows<{ records: number }>(
    `SELECT coalesce(sum(records), 0)::integer AS records FROM ledger.entry WHERE account_id = $1 AND kind = 'charge'`,
    [accountId],
  );
  expect(charges).toEqual([{ records: signals }]);
}

it('after matches are committed, before the offset moves', async () => {
  const { process, accountId } = await begin();
  const locks = await ground.holdLocks('SELECT FROM event_log.consumer_offset FOR UPDATE');
  await ground.import(signalsOf(1, 3));
  await waitFor(async () => (await ground.rows('SELECT FROM notifier.match')).length === 3, patience);
  await locks.untilAnotherWaits();
  await process.kill();
  await locks.rollback();
  await goOn();
  // Behind the redelivered batch.
  await ground.import(signalsOf(4, 4));
  await untilReceived(receiver, 4);
  await expectEachOnce(accountId, 4);
});

it('after a delivery is stored, before it is charged', async () => {
  const { process, accountId } = await begin();
  await ground.killLedger();
  await ground.import(signalsOf(1, 3));
  await waitFor(async () => (await deliveries()).some(({ state }) => state === 'unpaid'), patience);
  await process.kill();
  expect(receiver.received).toEqual([]);
  await ground.restartLedger();
  await goOn();
  await untilReceived(receiver, 3);
  await expectEachOnce(accountId, 3);
});

it('after the ledger has charged, before that is recorded', async () => {
  const { process, accountId } = await begin();
  const locks = await ground.holdLocks('SELECT FROM ledger.account WHERE account_id = $1 FOR UPDATE', [
    accountId,
  ]);
  await ground.import(signalsOf(1, 3));
  await locks.untilAnotherWaits();
  await process.kill();
  await locks.rollback();
  // The ledger finishes the request, even without a caller for the answer.
  await waitFor(async () => (await ground.charged()) > 0, patience);
  expect((await deliveries()).map(({ state }) => state)).toContain('unpaid');
  expect(receiver.received).toEqual([]);
  await goOn();
  await untilReceived(receiver, 3);
  await expectEachOnce(accountId, 3);
});
