import { identity } from '@heliograph/proto';
import { startBeforeEach, waitFor } from '@heliograph/testing';
import { call } from './support/notifier';
import { save, signalsOf, startFixture } from './support/webhooks';

const fixture = startBeforeEach(startFixture);

describe('a rescheduled signal, once it is published again,', () => {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  const reschedule = (id: number) =>
    fixture.import(signalsOf(id, id).map((signal) => ({ ...signal, publishedAt: tomorrow })));

  it('is delivered if it was charged but not delivered before; a replay leaves it out, the next one does not', async () => {
    const receiver = await fixture.startReceiver();
    receiver.answer = (response, { items }) => response.writeHead(items.length === 2 ? 500 : 204).end();
    const { client } = await fixture.startNotifier();
    const { accountId, id: savedSearchId } = await save(client, receiver);
    await fixture.addCredit(accountId, 100);
    /** Waits until these are delivered, and nothing else. */
    const untilDelivered = async (...expected: string[][]) => {
      const delivered = () =>
        receiver.received.map(({ items }) => items).filter(({ length }) => length === 1);
      await waitFor(async () => {
        await fixture.makeRetriesDue();
        return delivered().length >= expected.length;
      });
      await fixture.untilActive(savedSearchId);
      expect(delivered()).toEqual(expected);
      receiver.received.length = 0;
    };
    await fixture.importTogether(signalsOf(1, 2));
    await waitFor(() => receiver.received.length > 0);
    await reschedule(1);
    await untilDelivered(['2']);
    await fixture.import(signalsOf(1, 1));
    await untilDelivered(['1']);
    const replay = () =>
      client.replaySince({ accountId, savedSearchId, since: new Date(Date.now() - 3_600_000) }, call);
    await reschedule(2);
    await replay();
    await untilDelivered(['1']);
    await fixture.import(signalsOf(2, 2));
    await fixture.untilRead();
    await replay();
    await untilDelivered(['2'], ['1']);
    const [{ taken } = { taken: '' }] = await fixture.rows<{ taken: string }>(
      `SELECT sum(records) AS taken FROM ledger.entry WHERE account_id = $1 AND kind = 'charge'`,
      [accountId],
    );
    expect([await fixture.charged(), Number(taken)]).toEqual([2, 2]);
  });
});

it("doesn't count the time that the account is disabled as time that the receiver failed", async () => {
  const receiver = await fixture.startReceiver();
  receiver.answer = (response) => response.writeHead(503).end();
  const { client } = await fixture.startNotifier();
  const { id: accountId } = await fixture.accounts.createAccount(
    identity.CreateAccountRequest.fromPartial({ email: 'a@example.com', plan: identity.Plan.FREE }),
    call,
  );
  const { DISABLED, ACTIVE } = identity.AccountStatus;
  const setStatus = (status: identity.AccountStatus) =>
    fixture.accounts.setAccountStatus({ id: accountId, status, reason: '', actor: undefined }, call);
  const { id } = await save(client, receiver, { accountId });
  await fixture.import(signalsOf(1, 1));
  await waitFor(() => receiver.received.length > 0);
  await setStatus(DISABLED);
  const until = (condition: string) =>
    waitFor(async () => {
      await fixture.makeRetriesDue();
      const looked = `SELECT FROM notifier.webhook_queue JOIN notifier.delivery USING (saved_search_id)`;
      return (await fixture.rows(`${looked} WHERE lease IS NULL AND ${condition}`)).length > 0;
    });
  await until(`on_hold = 'inactive_account'`);
  await fixture.rows(`UPDATE notifier.delivery SET round_began_at = now() - interval '4 days', attempts = 1`);
  await until('round_began_at IS NULL');
  await setStatus(ACTIVE);
  await until(`attempts > 1 AND state IN ('pending', 'failed')`);
  expect((await client.getSavedSearch({ accountId, id }, call)).failure).toBeUndefined();
});

it("doesn't count an outage of the notifier as time that the receiver failed", async () => {
  const receiver = await fixture.startReceiver();
  receiver.answer = (response) => response.writeHead(503).end();
  const { client } = await fixture.startNotifier();
  const { accountId, id } = await save(client, receiver);
  await fixture.addCredit(accountId, 100);
  await fixture.import(signalsOf(1, 1));
  const untilRow = (condition: string) =>
    waitFor(async () => {
      const looked = `SELECT FROM notifier.webhook_queue JOIN notifier.delivery USING (saved_search_id)`;
      return (await fixture.rows(`${looked} WHERE lease IS NULL AND ${condition}`)).length > 0;
    });
  await untilRow('attempts = 1');
  await fixture.rows(
    `WITH held AS (UPDATE notifier.webhook_queue SET next_at = now() RETURNING saved_search_id)
     UPDATE notifier.delivery SET round_began_at = now() - interval '4 days', attempts = 1,
       next_attempt_at = now() - interval '3 days' FROM held WHERE delivery.saved_search_id = held.saved_search_id`,
  );
  await untilRow(`attempts > 1 AND round_began_at > now() - interval '1 hour' AND state = 'pending'`);
  expect((await client.getSavedSearch({ accountId, id }, call)).failure).toBeUndefined();
});

it('waits for as long as a busy receiver asks', async () => {
  const receiver = await fixture.startReceiver();
  receiver.answer = (response) => response.writeHead(503, { 'retry-after': '3600' }).end();
  const { client } = await fixture.startNotifier();
  const { accountId, id } = await save(client, receiver);
  await fixture.addCredit(accountId, 100);
  await fixture.import(signalsOf(1, 1));
  const of = { accountId, savedSearchId: id, cursor: '', limit: 1 };
  const delivery = await waitFor(async () => {
    const { deliveries } = await client.listDeliveries(of, call);
    return deliveries[0]?.attempts === 1 && deliveries[0];
  });
  const pauseMs = delivery.nextAttemptAt!.getTime() - delivery.lastAttemptAt!.getTime();
  expect(pauseMs).toBeGreaterThanOrEqual(3_600_000);
});
