import { describeWith, startBeforeEach, testKafkaVariables, waitFor } from '@heliograph/testing';
import { call, isSettled, signalsOf, startFixture } from './support/indexer';

// Time for a broker to start.
jest.setTimeout(300_000);
const waitOptions = { timeoutMs: 120_000 };

describeWith('kafka', 'with events in Kafka', () => {
  const fixture = startBeforeEach(async () => {
    const variables = await testKafkaVariables();
    return startFixture(() => variables);
  });

  it('embeds, updates, withdraws, and sets aside what cannot be embedded', async () => {
    const service = await fixture.startService();
    const client = fixture.connect(service.address);
    fixture.embedding.refuses = (text) => text.endsWith('77');
    await fixture.importSignals(signalsOf(1, 500));
    await fixture.withdraw('5', '6');
    await waitFor(async () => isSettled(await client.getStatus({}, call)), waitOptions);
    expect(await client.getStatus({}, call)).toMatchObject({
      signals: 498n,
      embedded: 493n,
      dead: 5n,
      lag: 0n,
    });
    const { deadLetters } = await client.listDeadLetters({ limit: 10, after: '' }, call);
    expect(deadLetters).toHaveLength(5);
    fixture.embedding.refuses = () => false;
    expect(await client.retryDeadLetters({}, call)).toEqual({ retried: 5n });
    await waitFor(() => fixture.isEqual(), waitOptions);
    expect(fixture.embedding.mostOften).toBe(1);
  });
});
