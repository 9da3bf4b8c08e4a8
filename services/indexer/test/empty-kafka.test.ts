import { deadLetterTopic, SIGNALS_PUBLISHED_TOPIC } from '@heliograph/event-log';
import {
  describeWith,
  replaceWithEmptyKafka,
  startOwnKafka,
  waitFor,
  type KafkaProcess,
} from '@heliograph/testing';
import {
  call,
  metricOf,
  signalOf,
  signalsOf,
  startFixture,
  withClient,
  type TestFixture,
  type TestIndexer,
} from './support/indexer';

// Time for brokers to start and for their clients to notice.
jest.setTimeout(300_000);
const waitOptions = { timeoutMs: 120_000 };

describeWith('kafka-process', 'a Kafka that comes back empty', () => {
  let kafka: KafkaProcess;
  let fixture: TestFixture;
  let running: TestIndexer;
  beforeEach(async () => {
    kafka = await startOwnKafka();
    const brokers = kafka.brokers.join(',');
    fixture = await startFixture(() => ({ KAFKA_BROKERS: brokers }));
    running = withClient(fixture, await fixture.startService());
    await running.importSignals(signalsOf(1, 100));
    await running.settle();
  });
  afterEach(async () => {
    await fixture.stop();
    await kafka.stop();
  });

  /** Only the indexer creates the topics. */
  const topicsAreThere = async () => {
    await fixture.log.read(SIGNALS_PUBLISHED_TOPIC, { limit: 0 });
    await fixture.log.read(deadLetterTopic(SIGNALS_PUBLISHED_TOPIC), { limit: 0 });
    return true;
  };

  it('gets its topics again when there is nothing to publish, and later events are indexed', async () => {
    kafka = await replaceWithEmptyKafka(kafka);
    await waitFor(topicsAreThere, waitOptions);
    await running.importSignals([...signalsOf(101, 110), signalOf(1, { title: 'Another title' })]);
    await running.settle();
    expect(await running.isEqual()).toBe(true);
    expect(running.points().size).toBe(110);
    expect(running.embedding.mostOften).toBe(1);
  });

  it('receives new events at once, and a repair restores what was lost', async () => {
    let open = () => {};
    const opened = new Promise<void>((resolve) => (open = resolve));
    running.embedding.gate = () => opened;
    const { calls } = running.embedding;
    await running.importSignals(signalsOf(101, 200));
    await waitFor(() => running.embedding.calls > calls, waitOptions);
    // While these are pending, nothing more is fetched, so the next events are published and lost.
    await running.importSignals([...signalsOf(201, 300), signalOf(1, { title: 'Another title' })]);
    await running.withdraw('2');
    await waitFor(async () => (await metricOf(running.service, 'feed_lag')) === 0, waitOptions);
    kafka = await replaceWithEmptyKafka(kafka);
    await running.importSignals(signalsOf(301, 310));
    open();
    const isIndexed = (id: string | number) => running.points().has(String(id));
    await waitFor(() => signalsOf(301, 310).every(({ id }) => isIndexed(id)), waitOptions);
    await waitFor(async () => (await running.status()).lag === 0n, waitOptions);
    expect(signalsOf(201, 300).some(({ id }) => isIndexed(id))).toBe(false);
    expect(isIndexed(2)).toBe(false);

    await running.client.startRepair({}, call);
    await running.settle();
    expect(await running.isEqual()).toBe(true);
    expect(running.points().size).toBe(309);
  });
});
