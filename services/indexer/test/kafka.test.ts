import { describeWith, startBeforeEach, testKafkaVariables, waitFor } from '@heliograph/testing';
import { call, isSettled, signalsOf, startGround } from './support/indexer';

// Time for a broker to start.
jest.setTimeout(300_000);
const patience = { timeoutMs: 120_000 };

describeWith('kafka', 'with events in Kafka', () => {
  const ground = startBeforeEach(async () => {
    const variables = await testKafkaVariables();
    return startGround(() => variables);
  });

  it('embeds, updates, withdraws, and sets aside what cannot be embedded', async () => {
    const service = await ground.startService();
    const client = ground.connect(service.address);
    ground.embedding.refuses = (text) => text.endsWith('77');
    await ground.importSignals(signalsOf(1, 500));
    await ground.withdraw('5', '6');
    await waitFor(async () => isSettled(await client.getStatus({}, call)), patience);
    expect(await client.getStatus({}, call)).toMatchObject({
      signals: 498n,
      embedded: 493n,
      dead: 5n,
      lag: 0n,
    });
    const { deadLetters } = await client.listDeadLetters({ limit: 10, after: '' }, call);
    expect(deadLetters).toHaveLength(5);
    ground.embedding.refuses = () => false;
    expect(await client.retryDeadLetters({}, call)).toEqual({ retried: 5n });
    await waitFor(() => ground.isEqual(), patience);
    expect(ground.embedding.mostOften).toBe(1);
  });
});
