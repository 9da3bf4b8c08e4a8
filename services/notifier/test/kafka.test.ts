import { describeWith, startBeforeEach, testKafkaVariables, waitFor } from '@heliograph/testing';
import { save, signalsOf, startGround } from './support/webhooks';

// Time for a broker to start and for a group to notice a death.
jest.setTimeout(300_000);
const patience = { timeoutMs: 120_000 };

describeWith('kafka', 'with events in Kafka', () => {
  const ground = startBeforeEach(async () =>
    startGround({ EVENT_LOG_URL: undefined, ...(await testKafkaVariables()) }),
  );

  it('loses and doubles nothing when one of two processes is killed', async () => {
    const receiver = await ground.startReceiver();
    const [first, second] = [await ground.startNotifier(), await ground.startNotifier()];
    const { accountId } = await save(second.client, receiver);
    await ground.addCredit(accountId, 1_000);
    await ground.import(signalsOf(1, 60));
    await waitFor(() => new Set(receiver.items).size === 60, patience);
    await ground.import(signalsOf(61, 120));
    await first.process.kill();
    await ground.import(signalsOf(121, 180));
    await waitFor(async () => {
      // The dead process's lease ends; the group reassigns its partitions.
      await ground.makeRetriesDue();
      return new Set(receiver.items).size === 180;
    }, patience);
    const deliveries = new Map(receiver.received.map(({ headers, items }) => [headers['webhook-id'], items]));
    expect([...deliveries.values()].flat()).toHaveLength(180);
    expect(await ground.charged()).toBe(180);
  });
});
