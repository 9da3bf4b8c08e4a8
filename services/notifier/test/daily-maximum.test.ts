import { startBeforeEach, waitFor } from '@heliograph/testing';
import { call } from './support/notifier';
import { changesOf } from './support/saved-searches';
import { numbers, save, signalsOf, startFixture, untilReceived } from './support/webhooks';

const fixture = startBeforeEach(startFixture);

describe('the daily maximum', () => {
  it('applies to a delivery created before it', async () => {
    const receiver = await fixture.startReceiver();
    const { client } = await fixture.startNotifier();
    const saved = await save(client, receiver);
    await fixture.spend(saved.accountId, 100);
    await fixture.importTogether(signalsOf(1, 25));
    await fixture.untilOnHold(saved.id, 'records');
    await client.updateSavedSearch(changesOf(saved, { maxRecordsPerDay: { value: 10 } }), call);
    await fixture.addCredit(saved.accountId, 100);
    await fixture.untilOnHold(saved.id, 'daily_maximum');
    expect(receiver.items).toEqual(numbers(1, 10));
    expect(await fixture.charged()).toBe(10);
    await client.updateSavedSearch(changesOf(saved, { maxRecordsPerDay: { value: undefined } }), call);
    await untilReceived(receiver, 25);
    expect(receiver.items).toEqual(numbers(1, 25));
    expect(await fixture.charged()).toBe(25);
  });

  it('includes what was charged for a removed webhook, which can be replayed to the next one', async () => {
    const [broken, receiver] = [await fixture.startReceiver(), await fixture.startReceiver()];
    broken.answer = (response) => response.writeHead(500).end();
    const { client } = await fixture.startNotifier();
    const saved = await save(client, broken, { maxRecordsPerDay: 5 });
    await fixture.addCredit(saved.accountId, 100);
    await fixture.importTogether(signalsOf(1, 5));
    await waitFor(() => broken.received.length > 0);
    await client.updateSavedSearch(changesOf(saved, { webhook: { url: undefined } }), call);
    const { secret } = await client.updateSavedSearch(
      changesOf(saved, { webhook: { url: receiver.url } }),
      call,
    );
    receiver.secrets.push(secret!);
    await fixture.import(signalsOf(6, 10));
    await fixture.untilOnHold(saved.id, 'daily_maximum');
    expect([receiver.items, await fixture.charged()]).toEqual([[], 5]);
    const [{ id: deliveryId } = { id: '' }] = await fixture.rows<{ id: string }>(
      'SELECT delivery_id AS id FROM notifier.delivery',
    );
    const of = { accountId: saved.accountId, savedSearchId: saved.id };
    await client.replayDelivery({ ...of, deliveryId }, call);
    await untilReceived(receiver, 5);
    expect(receiver.items).toEqual(numbers(1, 5));
    expect(await fixture.charged()).toBe(5);
  });

  it('is no reason to wait once what waited was withdrawn', async () => {
    const receiver = await fixture.startReceiver();
    const { client } = await fixture.startNotifier();
    const saved = await save(client, receiver, { maxRecordsPerDay: 1 });
    await fixture.addCredit(saved.accountId, 100);
    await fixture.importTogether(signalsOf(1, 2));
    await fixture.untilOnHold(saved.id, 'daily_maximum');
    await fixture.withdraw('2');
    await fixture.rows(`UPDATE notifier.delivery SET paid_at = paid_at - interval '1 day'`);
    await fixture.untilActive(saved.id);
  });
});
