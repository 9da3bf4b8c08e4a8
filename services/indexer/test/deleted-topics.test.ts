import { deadLetterTopic, SIGNALS_PUBLISHED_TOPIC } from '@heliograph/event-log';
import {
  deleteKafkaTopics,
  deletePostgresTopics,
  describeWith,
  startTestKafka,
  testTopicPrefix,
  waitFor,
} from '@heliograph/testing';
import { call, signalOf, signalsOf, startGround, withClient, type TestGround } from './support/indexer';

// Time for a broker to start and for its clients to notice.
jest.setTimeout(300_000);
const patience = { timeoutMs: 120_000 };

const TOPICS = [SIGNALS_PUBLISHED_TOPIC, deadLetterTopic(SIGNALS_PUBLISHED_TOPIC)];

interface DeletableTopics {
  ground: TestGround;
  deleteTopics(): Promise<void>;
}

async function inPostgres(): Promise<DeletableTopics> {
  const ground = await startGround();
  return {
    ground,
    deleteTopics: () => deletePostgresTopics(ground.database.adminConnectionString, TOPICS),
  };
}

async function inKafka(): Promise<DeletableTopics> {
  const { brokers } = (await startTestKafka())!;
  const prefix = testTopicPrefix();
  const ground = await startGround(() => ({
    KAFKA_BROKERS: brokers.join(','),
    KAFKA_TOPIC_PREFIX: prefix,
  }));
  return {
    ground,
    deleteTopics: () =>
      deleteKafkaTopics(
        brokers,
        TOPICS.map((topic) => prefix + topic),
      ),
  };
}

function testsOf(start: () => Promise<DeletableTopics>): void {
  let log: DeletableTopics;
  beforeEach(async () => {
    log = await start();
  });
  afterEach(() => log.ground.stop());

  it('are recreated even while nothing is published, and later events are indexed', async () => {
    const running = withClient(log.ground, await log.ground.startService());
    await running.importSignals(signalsOf(1, 50));
    await running.settle();
    await log.deleteTopics();
    const areThere = async () => {
      for (const topic of TOPICS) await log.ground.log.read(topic, { limit: 0 });
      return true;
    };
    await waitFor(areThere, patience);
    await running.importSignals([...signalsOf(51, 60), signalOf(1, { title: 'Another title' })]);
    await running.withdraw('2');
    await waitFor(() => running.isEqual(), patience);
    expect(running.points().size).toBe(59);
    expect(running.embedding.mostOften).toBe(1);
  });

  it('receive new events, and a repair restores what was lost with them', async () => {
    const running = withClient(log.ground, await log.ground.startService());
    await running.importSignals(signalsOf(1, 50));
    await running.settle();
    await log.deleteTopics();
    await running.importSignals(signalsOf(51, 100));
    await waitFor(() => running.points().has('100'), patience);
    await waitFor(async () => (await running.status()).lag === 0n, patience);
    await running.client.startRepair({}, call);
    await waitFor(() => running.isEqual(), patience);
    expect(running.points().size).toBe(100);
  });
}

describe('topics deleted in PostgreSQL', () => testsOf(inPostgres));
describeWith('kafka', 'topics deleted in Kafka', () => testsOf(inKafka));
