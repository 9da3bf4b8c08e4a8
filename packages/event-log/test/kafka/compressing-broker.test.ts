import { describeWith, startBeforeAll, startOwnKafka } from '@heliograph/testing';
import { Kafka, logLevel } from 'kafkajs';
import { createEventLog } from '../../src';
import { logger } from '../support/logs';
import { numbered } from '../support/messages';

describeWith('kafka-process', 'a broker that compresses', () => {
  const kafka = startBeforeAll(() =>
    startOwnKafka({ adjust: (settings) => ({ ...settings, 'compression.type': 'zstd' }) }),
  );

  it('does not compress new topics, and topics that operators compress with gzip are readable', async () => {
    const admin = new Kafka({ brokers: kafka.brokers, logLevel: logLevel.NOTHING }).admin();
    await admin.connect();
    const configEntries = [{ name: 'compression.type', value: 'gzip' }];
    await admin.createTopics({ topics: [{ topic: 'by-operator', numPartitions: 1, configEntries }] });
    await admin.disconnect();
    const log = createEventLog(
      { kind: 'kafka', brokers: kafka.brokers, topicPrefix: '', replication: 1 },
      { clientId: 'test', logger },
    );
    await log.prepare(['new', 'by-operator'].map((name) => ({ name, partitions: 1, retentionMs: 60_000 })));
    const publisher = await log.createPublisher();
    for (const topic of ['new', 'by-operator']) {
      await publisher.publish(topic, numbered(3));
      expect((await log.read(topic, { limit: 10 })).messages).toHaveLength(3);
    }
    await log.close();
  });
});
