import { describeWith, startBeforeEach, testKafkaVariables, waitFor } from '@heliograph/testing';
import { save, signalsOf, startFixture } from './support/webhooks';

// Time for a broker to start and for a group to notice a death.
jest.setTimeout(300_000);
const waitOptions = { timeoutMs: 120_000 };

const settings = { WEBHOOK_LEASE_SECONDS: '2', WEBHOOK_TIMEOUT_MS: '1000' };

describeWith('kafka', 'with events in Kafka', () => {
  const fixture = startBeforeEach(async () =>
    startFixture({ EVENT_LOG_URL: undefined, ...(await testKafkaVariables()) }),
  );

  it('neither loses nor duplicates anything when one of two processes is killed', async () => {
    const receiver = await fixture.startReceiver();
    const [first, second] = [await fixture.startNotifier(settings), await fixture.startNotifier(settings)];
    const { accountId } = await save(second.client, receiver);
    await fixture.addCredit(accountId, 1_000);
    await fixture.import(signalsOf(1, 60));
    await waitFor(() => new Set(receiver.items).size === 60, waitOptions);
    await fixture.import(signalsOf(61, 120));
    await first.process.kill();
    await fixture.import(signalsOf(121, 180));
    await waitFor(async () => {
      // The dead process's lease ends; the group reassigns its partitions.
      await fixture.makeRetriesDue();
      return new Set(receiver.items).size === 180;
    }, waitOptions);
    const deliveries = new Map(receiver.received.map(({ headers, items }) => [headers['webhook-id'], items]));
    expect([...deliveries.values()].flat()).toHaveLength(180);
    expect(await fixture.charged()).toBe(180);
  });
});
