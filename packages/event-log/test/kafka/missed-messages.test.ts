import { createLogger, createMetrics } from '@heliograph/runtime';
import { describeWith, startTestKafka, testTopicPrefix, waitFor } from '@heliograph/testing';
import { Kafka, logLevel } from 'kafkajs';
import { createEventLog, type EventLog } from '../../src';
import { Handled, numbered } from '../support/messages';

const TOPIC = 'short-lived';
const START_MS = 300_000;

describeWith('kafka', 'messages deleted before a group has processed them', () => {
  const topicPrefix = testTopicPrefix();
  const warnings: string[] = [];
  const { registry, ...metrics } = createMetrics('test');
  let brokers: string[];
  let log: EventLog;
  beforeAll(async () => {
    ({ brokers } = (await startTestKafka())!);
    const logger = createLogger(
      { service: 'test', level: 'error' },
      { write: (line) => void warnings.push(line) },
    );
    log = createEventLog(
      { kind: 'kafka', brokers, topicPrefix, replication: 1 },
      { clientId: 'test', logger, metrics: { registry, ...metrics } },
    );
    await log.prepare([{ name: TOPIC, partitions: 1, retentionMs: 86_400_000 }]);
  }, START_MS);
  afterAll(() => log.close());

  const consume = async (count: number) => {
    const handled = new Handled();
    const subscription = await log.subscribe({
      topic: TOPIC,
      group: 'g',
      maximumBatch: 100,
      handle: handled.take,
    });
    await waitFor(() => handled.hasAll(count));
    await waitFor(async () => (await log.lag(TOPIC, 'g')) === 0);
    await subscription.close();
  };
  const deleteTo = async (offset: number) => {
    const admin = new Kafka({ brokers, logLevel: logLevel.NOTHING }).admin();
    await admin.connect();
    const topic = topicPrefix + TOPIC;
    // Learns who leads the partition.
    await admin.fetchTopicOffsets(topic);
    await admin.deleteTopicRecords({ topic, partitions: [{ partition: 0, offset: String(offset) }] });
    await admin.disconnect();
  };

  it('are logged and counted; what was deleted before the group existed is not', async () => {
    const publisher = await log.createPublisher();
    await publisher.publish(TOPIC, numbered(10));
    await deleteTo(4);
    await consume(6);
    expect(warnings).toEqual([]);

    await publisher.publish(TOPIC, numbered(20, { first: 10 }));
    await deleteTo(25);
    await consume(5);
    expect(warnings.map((line) => JSON.parse(line) as object)).toMatchObject([
      { topic: TOPIC, group: 'g', partition: 0, messages: 15, next: '25' },
    ]);
    expect(await registry.metrics()).toMatch(/event_log_missed_total\{.*\} 15$/m);
  }, 60_000);

  it('are logged and counted, too, if they blocked their partition until they were deleted', async () => {
    warnings.length = 0;
    const publisher = await log.createPublisher();
    await publisher.publish(TOPIC, numbered(10, { first: 30 }));
    const handled = new Handled();
    let refusals = 0;
    await log.subscribe({
      topic: TOPIC,
      group: 'g',
      maximumBatch: 100,
      handle: (messages) => {
        if (messages[0]!.offset >= 37n) return handled.take(messages);
        refusals += 1;
        return Promise.reject(new Error('never'));
      },
    });
    await waitFor(() => refusals > 0);
    await deleteTo(37);
    await waitFor(() => handled.hasAll(3));
    expect(warnings.map((line) => JSON.parse(line) as object)).toMatchObject([{ messages: 7, next: '37' }]);
  }, 60_000);
});
