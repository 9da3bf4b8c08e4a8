import { startBeforeEach } from '@heliograph/testing';
import { numbers, save, signalsOf, startFixture, untilReceived } from './support/webhooks';

const fixture = startBeforeEach(startFixture);

it('delivers no old signal when its company changes', async () => {
  const receiver = await fixture.startReceiver();
  await fixture.import(signalsOf(1, 3));
  const { client } = await fixture.startNotifier();
  await fixture.untilRead();
  const { accountId } = await save(client, receiver);
  await fixture.addCredit(accountId, 1_000);
  await fixture.publish(numbers(1, 3), { sameItem: true });
  await fixture.untilRead();
  await fixture.import(signalsOf(4, 4));
  await untilReceived(receiver, 1);
  expect(receiver.items).toEqual(['4']);
});
