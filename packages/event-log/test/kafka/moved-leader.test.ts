import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWith, KafkaProcess, waitFor } from '@heliograph/testing';
import { Kafka, logLevel, type Admin } from 'kafkajs';
import { createEventLog } from '../../src';
import { logger } from '../support/logs';
import { numbered, textOf } from '../support/messages';

/** Two brokers, the first of which is also the controller. */
interface Cluster {
  brokers: string[];
  stop(): Promise<void>;
}

const START_MS = 300_000;
const TOPIC = 'moved';
const MESSAGES = 100;

describeWith('kafka-process', 'a partition whose leader moves', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startTwoBrokers();
  }, START_MS);
  afterAll(() => cluster?.stop());

  it('loses no message of a request when its new leader has already stored another partition', async () => {
    const { brokers } = cluster;
    const log = createEventLog(
      { kind: 'kafka', brokers, topicPrefix: '', replication: 1 },
      { clientId: 'test', logger },
    );
    const kafka = new Kafka({ brokers, logLevel: logLevel.NOTHING });
    const admin = kafka.admin();
    await admin.connect();
    try {
      const replicaAssignment = [1, 2].map((broker, partition) => ({ partition, replicas: [broker] }));
      await admin.createTopics({ topics: [{ topic: TOPIC, replicaAssignment }] });
      await log.prepare([{ name: TOPIC, partitions: 2, retentionMs: 60_000 }]);
      const publisher = await log.createPublisher();
      // The publisher learns where the partitions are.
      await publisher.publish(TOPIC, numbered(MESSAGES));
      await admin.alterPartitionReassignments({
        topics: [{ topic: TOPIC, partitionAssignment: [{ partition: 1, replicas: [1] }] }],
      });
      await waitFor(async () => (await leaderOf(admin, 1)) === 1);
      const texts = numbered(MESSAGES).map((message) => message.value.toString());
      // As callers do: what was not confirmed is sent again.
      await waitFor(() => publisher.publish(TOPIC, numbered(MESSAGES)).then(() => true));
      const { messages } = await log.read(TOPIC, { limit: 10 * MESSAGES });
      for (const text of texts) {
        expect(messages.filter((message) => textOf(message) === text).length).toBeGreaterThanOrEqual(2);
      }
    } finally {
      await admin.disconnect();
      await log.close();
    }
  }, 60_000);
});

async function leaderOf(admin: Admin, partition: number): Promise<number | undefined> {
  const { topics } = await admin.fetchTopicMetadata({ topics: [TOPIC] });
  return topics[0]!.partitions.find(({ partitionId }) => partitionId === partition)?.leader;
}

async function startTwoBrokers(): Promise<Cluster> {
  const directory = await mkdtemp(join(tmpdir(), 'heliograph-brokers-'));
  const [first, second] = [join(directory, '1'), join(directory, '2')];
  let voters = '';
  const controller = await KafkaProcess.start({
    directory: first,
    adjust: (settings) => {
      voters = settings['controller.quorum.voters']!;
      return settings;
    },
  });
  const stopping = [controller];
  const stop = async () => {
    await Promise.all(stopping.map((broker) => broker.kill()));
    await rm(directory, { recursive: true, force: true });
  };
  try {
    const identity = await readFile(join(first, 'data/meta.properties'), 'utf8');
    await mkdir(join(second, 'data'), { recursive: true });
    const clusterId = /^cluster\.id=.*$/m.exec(identity)![0];
    await writeFile(join(second, 'data/meta.properties'), `version=1\n${clusterId}\nnode.id=2\n`);
    const other = await KafkaProcess.start({
      directory: second,
      adjust: ({ listeners, ...settings }) => ({
        ...settings,
        listeners: listeners!.split(',')[0]!,
        'process.roles': 'broker',
        'node.id': '2',
        'controller.quorum.voters': voters,
      }),
    });
    stopping.push(other);
    return { brokers: [...controller.brokers, ...other.brokers], stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
