import { waitFor } from '@heliograph/testing';
import { describeLogs } from '../support/logs';
import { Handled, numbered } from '../support/messages';

const slow = { timeoutMs: 60_000 };
const PARTITIONS = 3;

describeLogs('a deleted topic', (log) => {
  it('is reported to publisher and subscriber, and both continue once it is re-created', async () => {
    const topic = await log().createTopic({ partitions: PARTITIONS });
    const events = log().open();
    const publisher = await events.createPublisher();
    const handled = new Handled();
    const errors: unknown[] = [];
    await events.subscribe({
      topic,
      group: 'g',
      maximumBatch: 10,
      handle: handled.take,
      onError: (error) => errors.push(error),
    });
    await publisher.publish(topic, numbered(20));
    await waitFor(() => handled.hasAll(20), slow);

    await log().deleteTopic(topic);
    await waitFor(() => errors.length > 0, slow);
    await expect(publisher.publish(topic, numbered(1, { first: 20 }))).rejects.toThrow();

    await events.prepare([{ name: topic, partitions: PARTITIONS, retentionMs: 86_400_000 }]);
    await waitFor(() => publisher.publish(topic, numbered(20, { first: 20 })).then(() => true), slow);
    await waitFor(() => handled.hasAll(40), slow);
    await waitFor(async () => (await events.lag(topic, 'g')) === 0, slow);
    expect((await events.read(topic, { limit: 100 })).messages).toHaveLength(20);
  });
});
