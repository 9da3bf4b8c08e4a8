import { describeWith, startTestKafka, testTopicPrefix, waitFor } from '@heliograph/testing';
import { Kafka, logLevel } from 'kafkajs';
import { createEventLog } from '../../src';
import { logger } from '../support/logs';
import { Handled, numbered } from '../support/messages';

const TOPIC = 'growing';
/** The client's default age of metadata is 300 s. */
const SOON = { timeoutMs: 45_000 };

describeWith('kafka', 'a topic that gets more partitions', () => {
  it('is soon read from all of them', async () => {
    const { brokers } = (await startTestKafka())!;
    const topicPrefix = testTopicPrefix();
    const settings = { kind: 'kafka', brokers, topicPrefix, replication: 1 } as const;
    const log = createEventLog(settings, { clientId: 'test', logger });
    const admin = new Kafka({ brokers, logLevel: logLevel.NOTHING }).admin();
    try {
      await log.prepare([{ name: TOPIC, partitions: 1, retentionMs: 60_000 }]);
      const handled = new Handled();
      await log.subscribe({ topic: TOPIC, group: 'g', maximumBatch: 100, handle: handled.take });
      const publisher = await log.createPublisher();
      await publisher.publish(TOPIC, numbered(20));
      await waitFor(() => handled.hasAll(20));
      await publisher.close();

      await admin.connect();
      await admin.createPartitions({ topicPartitions: [{ topic: topicPrefix + TOPIC, count: 4 }] });
      // A new publisher knows the new partitions.
      const another = await log.createPublisher();
      await waitFor(() => another.publish(TOPIC, numbered(20, { first: 20 })).then(() => true));
      await waitFor(() => handled.hasAll(40), SOON);
    } finally {
      await admin.disconnect();
      await log.close();
    }
  }, 300_000);
});
