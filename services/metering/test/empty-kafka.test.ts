import { deadLetterTopic, USAGE_RECORDED_TOPIC } from '@heliograph/event-log';
import {
  describeWith,
  replaceWithEmptyKafka,
  startOwnKafka,
  waitFor,
  type KafkaProcess,
} from '@heliograph/testing';
import { messagesOf } from './support/events';
import { startFixture, totalsOf, type TestFixture } from './support/metering';

// Allows for brokers to start and for their clients to notice.
jest.setTimeout(300_000);
const waitOptions = { timeoutMs: 120_000 };

describeWith('kafka-process', 'a Kafka that comes back empty', () => {
  let kafka: KafkaProcess;
  let fixture: TestFixture;
  beforeEach(async () => {
    kafka = await startOwnKafka();
    const brokers = kafka.brokers.join(',');
    fixture = await startFixture(() => ({ KAFKA_BROKERS: brokers }));
  });
  afterEach(async () => {
    await fixture.stop();
    await kafka.stop();
  });

  it('gets its topics again even without charges, and later events are counted', async () => {
    await fixture.startService();
    await fixture.publish(messagesOf(10, { accountId: 'account-1', records: 1 }));
    await waitFor(() => fixture.isCaughtUp(), waitOptions);

    kafka = await replaceWithEmptyKafka(kafka);
    // Only metering creates the topics.
    await waitFor(async () => {
      await fixture.log.read(USAGE_RECORDED_TOPIC, { limit: 0 });
      await fixture.log.read(deadLetterTopic(USAGE_RECORDED_TOPIC), { limit: 0 });
      return true;
    }, waitOptions);

    await fixture.publish(messagesOf(5, { accountId: 'account-1', records: 1 }));
    await waitFor(async () => (await totalsOf(fixture.pool)).requests === 15, waitOptions);
    expect(await totalsOf(fixture.pool)).toMatchObject({ requests: 15, records: 15, ids: 15 });
  });

  it('may come back after metering was started', async () => {
    const port = Number(kafka.brokers[0]!.split(':').at(-1));
    await kafka.stop();
    const service = await fixture.startService();
    expect((await fetch(`http://127.0.0.1:${service.metricsPort}/readyz`)).status).toBe(200);

    kafka = await startOwnKafka({ port });
    await waitFor(
      async () => (await fixture.log.read(USAGE_RECORDED_TOPIC, { limit: 0 })) !== undefined,
      waitOptions,
    );
    await fixture.publish(messagesOf(5, { accountId: 'account-1', records: 1 }));
    await waitFor(async () => (await totalsOf(fixture.pool)).requests === 5, waitOptions);
  });
});
