import { startBeforeEach, waitFor } from '@heliograph/testing';
import { call } from './support/notifier';
import type { TestReceiver } from './support/test-receiver';
import { save, signalsOf, startFixture, untilReceived } from './support/webhooks';

/**
 * A kill in any window between two writes must neither lose nor duplicate anything. `webhooks.test.ts` kills during an
 * attempt.
 */
let receiver: TestReceiver;
const fixture = startBeforeEach(startFixture);
beforeEach(async () => {
  receiver = await fixture.startReceiver();
});

/** Starts a notifier with a matching saved search whose account it can charge. */
async function begin() {
  const { client, process } = await fixture.startNotifier();
  const { accountId, id } = await save(client, receiver);
  await fixture.addCredit(accountId, 100);
  return { client, process, accountId, id };
}

async function resume(): Promise<void> {
  await fixture.endOfDead();
  await fixture.startNotifier();
}

const deliveries = () =>
  fixture.rows<{ state: string }>('SELECT state FROM notifier.delivery ORDER BY position');

/** Expects each signal delivered once and charged once, in deliveries with unique ids. */
async function expectEachOnce(accountId: string, signals: number): Promise<void> {
  await waitFor(async () => (await deliveries()).every(({ state }) => state === 'delivered'));
  const byDelivery = new Map(receiver.received.map(({ headers, items }) => [headers['webhook-id'], items]));
  expect([...byDelivery.values()].flat()).toHaveLength(signals);
  expect(new Set(receiver.items).size).toBe(signals);
  expect(await fixture.charged()).toBe(signals);
  const charges = await fixture.rows<{ records: number }>(
    `SELECT coalesce(sum(records), 0)::integer AS records FROM ledger.entry WHERE account_id = $1 AND kind IN ('charge', 'void')`,
    [accountId],
  );
  expect(charges).toEqual([{ records: signals }]);
}

it('after matches are committed, before the offset moves', async () => {
  const { process, accountId } = await begin();
  const locks = await fixture.holdLocks('SELECT FROM event_log.consumer_offset FOR UPDATE');
  await fixture.import(signalsOf(1, 3));
  await waitFor(async () => (await fixture.rows('SELECT FROM notifier.match')).length === 3);
  await locks.untilAnotherWaits();
  await process.kill();
  await locks.rollback();
  await resume();
  // This one follows the redelivered batch.
  await fixture.import(signalsOf(4, 4));
  await untilReceived(receiver, 4);
  await expectEachOnce(accountId, 4);
});

it('after a delivery is stored, before it is charged', async () => {
  const { process, accountId } = await begin();
  await fixture.stopLedger();
  await fixture.import(signalsOf(1, 3));
  await waitFor(async () => (await deliveries()).some(({ state }) => state === 'unpaid'));
  await process.kill();
  expect(receiver.received).toEqual([]);
  await fixture.restartLedger();
  await resume();
  await untilReceived(receiver, 3);
  await expectEachOnce(accountId, 3);
});

/** Kills the notifier after its ledger has charged for signals 1 to 3, before that is recorded. */
async function killAfterCharge(): Promise<string> {
  const { process, accountId } = await begin();
  const locks = await fixture.holdLocks('SELECT FROM ledger.account WHERE account_id = $1 FOR UPDATE', [
    accountId,
  ]);
  await fixture.importTogether(signalsOf(1, 3));
  await locks.untilAnotherWaits();
  await process.kill();
  await locks.rollback();
  // The ledger finishes the request, even if no caller awaits the answer.
  await waitFor(async () => (await fixture.charged()) > 0);
  expect((await deliveries()).map(({ state }) => state)).toContain('unpaid');
  expect(receiver.received).toEqual([]);
  return accountId;
}

it('after the ledger has charged, before that is recorded', async () => {
  const accountId = await killAfterCharge();
  await resume();
  await untilReceived(receiver, 3);
  await expectEachOnce(accountId, 3);
});

const RECORDED = `UPDATE notifier.delivery
  SET state = 'pending', paid_at = now(), charged_records = 3, next_attempt_at = now()`;

it.each([
  ['and then a signal is withdrawn', ''],
  ['or after it is, and then a signal is withdrawn', RECORDED],
  [
    'and then a signal is withdrawn, which a previous version noted',
    `UPDATE notifier.delivery SET signal_ids = array_remove(signal_ids, 2)`,
  ],
])('after the ledger has charged, before that is recorded, %s', async (_, note) => {
  const accountId = await killAfterCharge();
  await fixture.withdraw('2');
  await fixture.rows(note);
  await resume();
  await untilReceived(receiver, 2);
  expect(receiver.items).toEqual(['1', '3']);
  await expectEachOnce(accountId, 2);
});

it.each([
  ['unpaid', ''],
  ['paid', RECORDED],
])(
  "after the %s delivery's charge was voided at the ledger, before its matches wait again",
  async (_, note) => {
    const accountId = await killAfterCharge();
    await fixture.rows(note);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    await fixture.import(signalsOf(2, 2).map((signal) => ({ ...signal, publishedAt: tomorrow })));
    const locks = await fixture.holdLocks('SELECT FROM notifier.match FOR UPDATE');
    await fixture.endOfDead();
    const { process } = await fixture.startNotifier();
    await locks.untilAnotherWaits();
    await process.kill();
    await locks.rollback();
    // It would fit again, but its charge is void.
    await fixture.import(signalsOf(2, 2));
    await resume();
    await untilReceived(receiver, 3);
    await expectEachOnce(accountId, 3);
  },
);

describe('of a deleted saved search, a delivery that was charged without a record is voided', () => {
  const toVoid = (condition = 'true') =>
    fixture.rows(`SELECT FROM notifier.charge_to_void WHERE ${condition}`);
  const voids = () => fixture.rows(`SELECT FROM ledger.entry WHERE kind = 'void'`);

  /** Starts another notifier after {@link killAfterCharge}, for the deletion. */
  async function startDeleting(accountId: string) {
    const { client, process } = await fixture.startNotifier();
    const [saved] = await fixture.rows<{ id: string }>(
      'SELECT saved_search_id AS id FROM notifier.saved_search',
    );
    const deleteSaved = () => client.deleteSavedSearch({ accountId, id: saved!.id }, call);
    return { process, deleteSaved };
  }

  async function expectVoided(): Promise<void> {
    await fixture.rows('UPDATE notifier.charge_to_void SET next_at = now()');
    await waitFor(async () => (await toVoid()).length === 0);
    expect([await fixture.charged(), (await voids()).length, receiver.received]).toEqual([0, 1, []]);
  }

  it('once the ledger is back', async () => {
    const { process, deleteSaved } = await startDeleting(await killAfterCharge());
    await fixture.stopLedger();
    await deleteSaved();
    await waitFor(async () => (await toVoid(`pause > interval '4 seconds'`)).length === 1);
    await process.kill();
    await fixture.restartLedger();
    await resume();
    await expectVoided();
  });

  it('again if the process dies between voiding and recording it', async () => {
    const accountId = await killAfterCharge();
    const { process, deleteSaved } = await startDeleting(accountId);
    const locks = await fixture.holdLocks('SELECT FROM ledger.account WHERE account_id = $1 FOR UPDATE', [
      accountId,
    ]);
    await deleteSaved();
    await locks.untilAnotherWaits();
    await process.kill();
    await locks.rollback();
    await waitFor(async () => (await voids()).length === 1);
    expect(await toVoid()).toHaveLength(1);
    await resume();
    await expectVoided();
  });
});

it('a rotation whose response was lost, before or after its commit, is repeated with its key', async () => {
  const { client, process, ...first } = await begin();
  const request = { ...first, idempotencyKey: 'rotation-key', credentialId: 'key-1' };
  const locks = await fixture.holdLocks('SELECT FROM notifier.saved_search FOR UPDATE');
  const lost = client.rotateSecret(request, call).catch(() => 'lost');
  await locks.untilAnotherWaits();
  await process.kill();
  await locks.rollback();
  expect(await lost).toBe('lost');
  await fixture.endOfDead();
  const second = await fixture.startNotifier();
  const rotated = await second.client.rotateSecret(request, call);
  await second.process.kill();
  const third = await fixture.startNotifier();
  const again = await third.client.rotateSecret(request, call);
  expect([rotated.replayed, again.replayed, again.secret]).toEqual([false, true, rotated.secret]);
});
