import { deadLetterTopic, SIGNALS_PUBLISHED_TOPIC } from '@heliograph/event-log';
import {
  deleteKafkaTopics,
  deletePostgresTopics,
  describeWith,
  startTestKafka,
  testTopicPrefix,
  waitFor,
} from '@heliograph/testing';
import { call, signalOf, signalsOf, startFixture, withClient, type TestFixture } from './support/indexer';

// Time for a broker to start and for its clients to notice.
jest.setTimeout(300_000);
const waitOptions = { timeoutMs: 120_000 };

const TOPICS = [SIGNALS_PUBLISHED_TOPIC, deadLetterTopic(SIGNALS_PUBLISHED_TOPIC)];

interface DeletableTopics {
  fixture: TestFixture;
  deleteTopics(): Promise<void>;
}

async function inPostgres(): Promise<DeletableTopics> {
  const fixture = await startFixture();
  return {
    fixture,
    deleteTopics: () => deletePostgresTopics(fixture.database.adminConnectionString, TOPICS),
  };
}

async function inKafka(): Promise<DeletableTopics> {
  const { brokers } = (await startTestKafka())!;
  const prefix = testTopicPrefix();
  const fixture = await startFixture(() => ({
    KAFKA_BROKERS: brokers.join(','),
    KAFKA_TOPIC_PREFIX: prefix,
  }));
  return {
    fixture,
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
  afterEach(() => log.fixture.stop());

  it('are recreated even while nothing is published, and later events are indexed', async () => {
    const running = withClient(log.fixture, await log.fixture.startService());
    await running.importSignals(signalsOf(1, 50));
    await running.settle();
    await log.deleteTopics();
    const areThere = async () => {
      for (const topic of TOPICS) await log.fixture.log.read(topic, { limit: 0 });
      return true;
    };
    await waitFor(areThere, waitOptions);
    await running.importSignals([...signalsOf(51, 60), signalOf(1, { title: 'Another title' })]);
    await running.withdraw('2');
    await waitFor(() => running.isEqual(), waitOptions);
    expect(running.points().size).toBe(59);
    expect(running.embedding.mostOften).toBe(1);
  });

  it('receive new events, and a repair restores what was lost with them', async () => {
    const running = withClient(log.fixture, await log.fixture.startService());
    await running.importSignals(signalsOf(1, 50));
    await running.settle();
    await log.deleteTopics();
    await running.importSignals(signalsOf(51, 100));
    await waitFor(() => running.points().has('100'), waitOptions);
    await waitFor(async () => (await running.status()).lag === 0n, waitOptions);
    await running.client.startRepair({}, call);
    await waitFor(() => running.isEqual(), waitOptions);
    expect(running.points().size).toBe(100);
  });
}

describe('topics deleted in PostgreSQL', () => testsOf(inPostgres));
describeWith('kafka', 'topics deleted in Kafka', () => testsOf(inKafka));
