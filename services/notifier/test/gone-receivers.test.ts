import { startBeforeEach, waitFor } from '@heliograph/testing';
import { call } from './support/notifier';
import { save, signalsOf, startFixture, untilReceived } from './support/webhooks';

const fixture = startBeforeEach(startFixture);

it('sends and charges nothing more once a receiver answers 410, until a test succeeds', async () => {
  const receiver = await fixture.startReceiver();
  const { client } = await fixture.startNotifier();
  const { accountId, id } = await save(client, receiver);
  const find = () => client.getSavedSearch({ accountId, id }, call);
  await fixture.addCredit(accountId, 1_000);
  await fixture.importTogether(signalsOf(1, 120));
  await untilReceived(receiver, 120);
  const before = receiver.received.length;
  receiver.answer = (response) => response.writeHead(410).end();
  await fixture.importTogether(signalsOf(121, 122));
  await waitFor(async () => (await find()).failure?.status === 410);
  expect((await find()).failure!.reason).toBe('The receiver answered 410 (Gone), which ends its deliveries.');
  await fixture.importTogether(signalsOf(123, 124));
  // Of several replays, only the first is sent.
  const since = new Date(Date.now() - 3_600_000);
  const { deliveries } = await client.replaySince({ accountId, savedSearchId: id, since }, call);
  expect(deliveries).toBeGreaterThan(2);
  const pending = `SELECT FROM notifier.delivery WHERE state = 'pending'`;
  await waitFor(async () => (await fixture.rows(pending)).length === 0);
  await fixture.makeRetriesDue();
  expect(receiver.received).toHaveLength(before + 2);
  expect(await fixture.charged()).toBe(122);
  expect(await fixture.rows(`SELECT FROM notifier.delivery WHERE state = 'failed'`)).toHaveLength(2);
  receiver.answer = (response) => response.writeHead(204).end();
  await client.sendTest({ accountId, savedSearchId: id }, call);
  await waitFor(() => receiver.items.includes('123') && receiver.items.includes('124'));
  expect((await find()).failure).toBeUndefined();
  expect(await fixture.charged()).toBe(124);
});
