import { describeWith, startBeforeAll, startOwnKafka } from '@heliograph/testing';
import { ConfigResourceTypes, Kafka, logLevel, type Admin } from 'kafkajs';
import { createEventLog } from '../../src';
import { logger } from '../support/logs';
import { numbered } from '../support/messages';

/** What these defaults do to a topic: zstd is unreadable here, and the rest deletes messages before their time. */
const DEFAULTS = {
  'compression.type': 'zstd',
  'log.cleanup.policy': 'compact',
  'log.retention.bytes': '1048576',
  'default.replication.factor': '2',
};

describeWith('kafka-process', 'a broker whose defaults do not suit events', () => {
  const kafka = startBeforeAll(() => startOwnKafka({ adjust: (settings) => ({ ...settings, ...DEFAULTS }) }));

  const withAdmin = async <Result>(work: (admin: Admin) => Promise<Result>): Promise<Result> => {
    const admin = new Kafka({ brokers: kafka.brokers, logLevel: logLevel.NOTHING }).admin();
    await admin.connect();
    try {
      return await work(admin);
    } finally {
      await admin.disconnect();
    }
  };
  const openLog = (replication?: number) =>
    createEventLog(
      { kind: 'kafka', brokers: kafka.brokers, topicPrefix: '', replication },
      { clientId: 'test', logger },
    );

  it('does not compress new topics, and topics that operators compress with gzip are readable', async () => {
    const configEntries = [{ name: 'compression.type', value: 'gzip' }];
    await withAdmin((admin) =>
      admin.createTopics({
        topics: [{ topic: 'by-operator', numPartitions: 1, replicationFactor: 1, configEntries }],
      }),
    );
    const log = openLog(1);
    await log.prepare(['new', 'by-operator'].map((name) => ({ name, partitions: 1, retentionMs: 60_000 })));
    const publisher = await log.createPublisher();
    for (const topic of ['new', 'by-operator']) {
      await publisher.publish(topic, numbered(3));
      expect((await log.read(topic, { limit: 10 })).messages).toHaveLength(3);
    }
    await log.close();
  });

  it('deletes messages of new topics by age only: not by key, and not by size', async () => {
    const log = openLog(1);
    await log.prepare([{ name: 'kept', partitions: 1, retentionMs: 60_000 }]);
    await log.close();
    const { resources } = await withAdmin((admin) =>
      admin.describeConfigs({
        includeSynonyms: false,
        resources: [{ type: ConfigResourceTypes.TOPIC, name: 'kept' }],
      }),
    );
    const settings = new Map(
      resources[0]!.configEntries.map(({ configName, configValue }) => [configName, configValue]),
    );
    expect(settings.get('cleanup.policy')).toBe('delete');
    expect(settings.get('retention.bytes')).toBe('-1');
    expect(settings.get('retention.ms')).toBe('60000');
  });

  it('copies topics as often as the brokers want, and says why they refuse', async () => {
    const log = openLog();
    await expect(log.prepare([{ name: 'copied', partitions: 1, retentionMs: 60_000 }])).rejects.toThrow(
      'copied: Replication-factor is invalid',
    );
    await log.close();
  });
});
