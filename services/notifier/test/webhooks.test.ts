import { identity, search } from '@heliograph/proto';
import { startBeforeEach, waitFor } from '@heliograph/testing';
import { createHash } from 'node:crypto';
import { call } from './support/notifier';
import { changesOf } from './support/saved-searches';
import { numbers, save, signalsOf, startFixture, untilReceived } from './support/webhooks';

const fixture = startBeforeEach(startFixture);

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

it('delivers matches once, signed, in order, and in parts of 50, and charges each record once', async () => {
  const receiver = await fixture.startReceiver();
  const { client } = await fixture.startNotifier();
  const { id, accountId } = await save(client, receiver);
  await fixture.addCredit(accountId, 1_000);
  await fixture.import([...signalsOf(1, 120), ...signalsOf(500, 510, 'Something else')]);
  await untilReceived(receiver, 120);
  // Even though the log's partitions are matched in parallel.
  expect(receiver.items).toEqual(numbers(1, 120));
  expect(Math.max(...receiver.received.map(({ items }) => items.length))).toBeLessThanOrEqual(50);
  // An update and a repeated event deliver nothing more.
  await fixture.import(signalsOf(1, 3, 'Funding round again'));
  await fixture.import(signalsOf(121, 121));
  await untilReceived(receiver, 121);
  expect(receiver.items).toHaveLength(121);
  expect(await fixture.charged()).toBe(121);
  // A delivery's receipt has its hash and its id.
  const receipts = await fixture.rows<{ id: string; hash: string }>(
    `SELECT entry_id::text AS id, encode(answer_sha256, 'hex') AS hash FROM ledger.entry WHERE account_id = $1 AND kind = 'charge'`,
    [accountId],
  );
  expect(new Map(receipts.map(({ id: delivery, hash }) => [delivery, hash]))).toEqual(
    new Map(receiver.received.map(({ headers, body }) => [headers['webhook-id'], sha256(body)])),
  );
  const { deliveries } = await client.listDeliveries(
    { accountId, savedSearchId: id, cursor: '', limit: 100 },
    call,
  );
  expect(deliveries.reduce((sum, { items }) => sum + items, 0)).toBe(121);
  // Replays have the same body and id, and are free.
  const first = receiver.received[0]!;
  await client.replayDelivery(
    { accountId, savedSearchId: id, deliveryId: String(first.headers['webhook-id']) },
    call,
  );
  await waitFor(() => receiver.items.length === 121 + first.items.length);
  expect(receiver.received.at(-1)!.body).toBe(first.body);
  expect(await fixture.charged()).toBe(121);
  const test = await client.sendTest({ accountId, savedSearchId: id }, call);
  expect(test.delivery).toMatchObject({ isTest: true, lastStatus: 204, items: 0 });
  expect(test.delivery!.createdAt).toEqual(test.delivery!.lastAttemptAt);
  expect(receiver.received.at(-1)!.type).toBe('webhook.test');
});

it('keeps the order, loses nothing, and charges nothing twice while it is killed and receivers fail', async () => {
  const [flaky, hanging] = [await fixture.startReceiver(), await fixture.startReceiver()];
  let calls = 0;
  flaky.answer = (response) => {
    calls += 1;
    if (calls % 4 === 1) response.writeHead(500).end();
    else if (calls % 4 === 2) response.writeHead(302, { location: flaky.url }).end();
    else if (calls % 4 === 3) response.socket!.destroy();
    else response.writeHead(200).end();
  };
  hanging.answer = () => undefined;
  const first = await fixture.startNotifier();
  const { accountId } = await save(first.client, flaky);
  await save(first.client, hanging, { accountId });
  await fixture.addCredit(accountId, 1_000);
  let notifiers = [first, await fixture.startNotifier()];
  for (let round = 0; round < 4; round++) {
    await fixture.import(signalsOf(round * 60 + 1, round * 60 + 60));
    const before = flaky.received.length;
    await waitFor(async () => {
      await fixture.makeRetriesDue();
      return flaky.received.length > before;
    });
    await notifiers[round % 2]!.process.kill();
    await fixture.endOfDead();
    notifiers = notifiers.with(round % 2, await fixture.startNotifier());
  }
  await waitFor(async () => {
    await fixture.makeRetriesDue();
    return new Set(flaky.items).size === 240;
  });
  const [{ delivered } = { delivered: [] as string[] }] = await fixture.rows<{ delivered: string[] }>(
    `SELECT array_agg(delivery_id::text ORDER BY position) AS delivered FROM notifier.delivery JOIN notifier.saved_search USING (saved_search_id)
     WHERE webhook_url = $1`,
    [flaky.url],
  );
  // Deliveries may repeat, but never an earlier one after a later one.
  const order = [...new Set(flaky.received.map(({ headers }) => String(headers['webhook-id'])))];
  expect(order).toEqual(delivered);
  const places = flaky.received.map(({ headers }) => order.indexOf(String(headers['webhook-id'])));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(await fixture.charged()).toBe(240);
  const [{ total } = { total: '' }] = await fixture.rows<{ total: string }>(
    'SELECT sum(charged_records) AS total FROM notifier.delivery',
  );
  expect(Number(total)).toBe(240);
  // The ledger's own entries: the records charged, however often requested.
  const [{ taken } = { taken: '' }] = await fixture.rows<{ taken: string }>(
    `SELECT sum(records) AS taken FROM ledger.entry WHERE account_id = $1 AND kind = 'charge'`,
    [accountId],
  );
  expect(Number(taken)).toBe(240);
});

it.each([
  ['resends what was in flight when it was killed', undefined, ['1', '2', '3']],
  ['keeps its id then, without a signal withdrawn since', '2', ['1', '3']],
])('%s', async (_what, withdrawn, items) => {
  const receiver = await fixture.startReceiver();
  receiver.answer = () => undefined;
  const first = await fixture.startNotifier();
  const { accountId } = await save(first.client, receiver);
  await fixture.addCredit(accountId, 100);
  await fixture.importTogether(signalsOf(1, 3));
  await waitFor(() => receiver.received.length === 1);
  await first.process.kill();
  if (withdrawn !== undefined) await fixture.withdraw(withdrawn);
  await fixture.endOfDead();
  receiver.answer = (response) => response.writeHead(204).end();
  await fixture.startNotifier();
  await waitFor(async () => {
    await fixture.makeRetriesDue();
    return receiver.received.length === 2;
  });
  const [before, after] = receiver.received;
  expect(after!.headers['webhook-id']).toBe(before!.headers['webhook-id']);
  expect(after!.items).toEqual(items);
  expect(await fixture.charged()).toBe(3);
});

it('waits for records without losing anything, and for the next day beyond the maximum', async () => {
  const [poor, bounded] = [await fixture.startReceiver(), await fixture.startReceiver()];
  const { client } = await fixture.startNotifier();
  const { accountId, id } = await save(client, poor);
  // Spend all one-time records: a delivery may contain as little as one signal.
  await fixture.spend(accountId, 100);
  const other = await save(client, bounded, { maxRecordsPerDay: 7 });
  await fixture.addCredit(other.accountId, 100);
  await fixture.import(signalsOf(1, 10));
  const stateOf = async (savedSearchId: string) =>
    (
      await fixture.rows<{ state: string }>(
        'SELECT state FROM notifier.saved_search WHERE saved_search_id = $1',
        [savedSearchId],
      )
    )[0]!.state;
  await waitFor(async () => (await stateOf(id)) === 'waiting_for_records');
  await waitFor(async () => (await stateOf(other.id)) === 'waiting_for_records');
  await fixture.untilOnHold(id, 'records');
  await fixture.untilOnHold(other.id, 'daily_maximum');
  expect(poor.items).toEqual([]);
  expect(bounded.items).toHaveLength(7);
  // Before the credit: with it, the delivery would be sent at the next check.
  await fixture.withdraw('4');
  await fixture.addCredit(accountId, 100);
  await waitFor(async () => {
    await fixture.makeRetriesDue();
    return poor.items.length === 9;
  });
  expect(poor.items).not.toContain('4');
  expect(await stateOf(id)).toBe('active');
  await fixture.rows(`UPDATE notifier.delivery SET paid_at = paid_at - interval '1 day'`);
  const left = bounded.items.includes('4') ? 10 : 9;
  await waitFor(async () => {
    await fixture.makeRetriesDue();
    return bounded.items.length === left;
  });
});

describe('a waiting match that no longer matches is neither charged nor sent', () => {
  const hiring = { query: { q: 'hiring' }, filters: search.Filters.fromPartial({ q: 'hiring' }) };

  it('because the query changed', async () => {
    const receiver = await fixture.startReceiver();
    const { client } = await fixture.startNotifier();
    const saved = await save(client, receiver, { maxRecordsPerDay: 2 });
    await fixture.addCredit(saved.accountId, 100);
    await fixture.importTogether(signalsOf(1, 5));
    await fixture.untilOnHold(saved.id, 'daily_maximum');
    await client.updateSavedSearch(
      changesOf(saved, { query: hiring, maxRecordsPerDay: { value: undefined } }),
      call,
    );
    await fixture.import([...signalsOf(6, 7, 'Hiring spree'), ...signalsOf(8, 8)]);
    await untilReceived(receiver, 4);
    expect(receiver.items).toEqual(['1', '2', '6', '7']);
    expect(await fixture.charged()).toBe(4);
  });

  it('because the query changed, or the signal, while a delivery was unpaid', async () => {
    const receiver = await fixture.startReceiver();
    const { client } = await fixture.startNotifier();
    const saved = await save(client, receiver);
    await fixture.spend(saved.accountId, 100);
    await fixture.import([...signalsOf(1, 3), ...signalsOf(4, 5, 'Funding and hiring')]);
    await fixture.untilOnHold(saved.id, 'records');
    await fixture.import(signalsOf(4, 4, 'Something else'));
    await client.updateSavedSearch(changesOf(saved, { query: hiring }), call);
    await fixture.addCredit(saved.accountId, 100);
    await waitFor(async () => {
      await fixture.makeRetriesDue();
      return receiver.items.length > 0;
    });
    await fixture.untilOnHold(saved.id, undefined);
    expect(receiver.items).toEqual(['5']);
    expect(await fixture.charged()).toBe(1);
  });
});

it('delivers a signal that was rescheduled or stopped matching once it is published or matches again', async () => {
  const receiver = await fixture.startReceiver();
  const { client } = await fixture.startNotifier();
  const saved = await save(client, receiver, { maxRecordsPerDay: 1 });
  await fixture.addCredit(saved.accountId, 100);
  await fixture.importTogether(signalsOf(1, 4));
  await fixture.untilOnHold(saved.id, 'daily_maximum');
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  await fixture.import(signalsOf(2, 2).map((signal) => ({ ...signal, publishedAt: tomorrow })));
  await fixture.import(signalsOf(3, 3, 'Something else'));
  await client.updateSavedSearch(changesOf(saved, { maxRecordsPerDay: { value: undefined } }), call);
  await untilReceived(receiver, 2);
  expect(receiver.items).toEqual(['1', '4']);
  await fixture.importTogether(signalsOf(2, 3));
  await untilReceived(receiver, 4);
  expect(receiver.items).toEqual(['1', '4', '2', '3']);
  expect(await fixture.charged()).toBe(4);
});

describe('a delivery whose next retry is hours away is retried at once', () => {
  const retryIn = async (hours: number) => {
    await fixture.rows(
      `UPDATE notifier.delivery SET round_attempts = 8, next_attempt_at = now() + make_interval(hours => $1)`,
      [hours],
    );
    await fixture.rows(`UPDATE notifier.webhook_queue SET next_at = now() + make_interval(hours => $1)`, [
      hours,
    ]);
  };

  /** A failed delivery that is not being worked on. */
  const begin = async (settings: Record<string, string> = {}) => {
    const [broken, repaired] = [await fixture.startReceiver(), await fixture.startReceiver()];
    broken.answer = (response) => response.writeHead(500).end();
    const { client } = await fixture.startNotifier(settings);
    const saved = await save(client, broken);
    repaired.secrets = broken.secrets;
    await fixture.addCredit(saved.accountId, 100);
    await fixture.importTogether(signalsOf(1, 2));
    const isIdle = 'SELECT FROM notifier.webhook_queue JOIN notifier.delivery USING (saved_search_id)';
    await waitFor(
      async () => (await fixture.rows(`${isIdle} WHERE lease IS NULL AND attempts > 0`)).length > 0,
    );
    await retryIn(8);
    const move = () => client.updateSavedSearch(changesOf(saved, { webhook: { url: repaired.url } }), call);
    return { client, saved, broken, repaired, move };
  };

  it('after a replay, and after a change of the webhook', async () => {
    const { client, saved, broken, repaired, move } = await begin();
    const attempts = broken.received.length;
    const [{ id: deliveryId } = { id: '' }] = await fixture.rows<{ id: string }>(
      'SELECT delivery_id AS id FROM notifier.delivery',
    );
    await client.replayDelivery({ accountId: saved.accountId, savedSearchId: saved.id, deliveryId }, call);
    await waitFor(() => broken.received.length > attempts);
    await waitFor(
      async () => (await fixture.rows('SELECT FROM notifier.webhook_queue WHERE lease IS NULL')).length > 0,
    );
    await retryIn(8);
    await fixture.withdraw('2');
    await move();
    await untilReceived(repaired, 1);
    expect(repaired.items).toEqual(['1']);
  });

  it('even if it changed during an attempt', async () => {
    const { broken, repaired, move } = await begin({ WEBHOOK_TIMEOUT_MS: '1000' });
    const attempts = broken.received.length;
    broken.answer = () => undefined;
    await retryIn(0);
    await waitFor(() => broken.received.length > attempts);
    await move();
    await untilReceived(repaired, 2);
  });
});

it('gives up after three days and reports the last response, until a test succeeds', async () => {
  const receiver = await fixture.startReceiver();
  const { client } = await fixture.startNotifier();
  const { accountId, id } = await save(client, receiver);
  await fixture.addCredit(accountId, 100);
  receiver.answer = (response) => response.writeHead(503).end();
  await fixture.import(signalsOf(1, 2));
  await waitFor(() => receiver.received.length > 0);
  await fixture.rows(`UPDATE notifier.delivery SET round_began_at = now() - interval '73 hours'`);
  const find = () => client.getSavedSearch({ accountId, id }, call);
  await waitFor(async () => {
    await fixture.makeRetriesDue();
    return (await find()).failure?.status === 503;
  });
  await fixture.import(signalsOf(3, 4));
  receiver.answer = (response) => response.writeHead(200).end();
  await client.sendTest({ accountId, savedSearchId: id }, call);
  await waitFor(() => receiver.items.includes('3') && receiver.items.includes('4'));
  expect((await find()).failure).toBeUndefined();
});

it('neither charges nor sends while the account is disabled, and resumes when it is enabled', async () => {
  const receiver = await fixture.startReceiver();
  const { client } = await fixture.startNotifier();
  const { DISABLED, ACTIVE } = identity.AccountStatus;
  const { id: accountId } = await fixture.accounts.createAccount(
    identity.CreateAccountRequest.fromPartial({ email: 'a@example.com', plan: identity.Plan.FREE }),
    call,
  );
  const setStatus = (status: identity.AccountStatus) =>
    fixture.accounts.setAccountStatus({ id: accountId, status, reason: '', actor: undefined }, call);
  const restrict = (active: boolean) =>
    fixture.accounts.setAccessRestriction({ active, message: 'Back at noon.', actor: undefined }, call);
  const { id } = await save(client, receiver, { accountId });
  await setStatus(DISABLED);
  await fixture.import(signalsOf(1, 2));
  // The first pause is 10 s; the next is twice as long.
  const pause = async () =>
    Number(
      (
        await fixture.rows<{ seconds: string }>(
          `SELECT extract(epoch FROM next_at - now()) AS seconds FROM notifier.webhook_queue WHERE lease IS NULL`,
        )
      )[0]?.seconds ?? 0,
    );
  await waitFor(async () => (await pause()) > 5);
  await fixture.untilOnHold(id, 'inactive_account');
  await fixture.makeRetriesDue();
  await waitFor(async () => (await pause()) > 11);
  expect([receiver.items, await fixture.charged()]).toEqual([[], 0]);
  // Restricting access keeps the account inactive.
  await restrict(true);
  await setStatus(ACTIVE);
  await fixture.makeRetriesDue();
  await waitFor(async () => (await pause()) > 22);
  expect([receiver.items, await fixture.charged()]).toEqual([[], 0]);
  await restrict(false);
  await fixture.makeRetriesDue();
  await untilReceived(receiver, 2);
  expect(await fixture.charged()).toBe(2);
  await fixture.untilOnHold(id, undefined);
});
