import { deadLetterTopic, USAGE_RECORDED_TOPIC } from '@heliograph/event-log';
import {
  describeWith,
  replaceByEmptyKafka,
  startOwnKafka,
  waitFor,
  type KafkaProcess,
} from '@heliograph/testing';
import { messagesOf } from './support/events';
import { startGround, totalsOf, type TestGround } from './support/metering';

// Time for brokers to start and for their clients to notice.
jest.setTimeout(300_000);
const patience = { timeoutMs: 120_000 };

describeWith('kafka-process', 'a Kafka that comes back empty', () => {
  let kafka: KafkaProcess;
  let ground: TestGround;
  beforeEach(async () => {
    kafka = await startOwnKafka();
    const brokers = kafka.brokers.join(',');
    ground = await startGround(() => ({ KAFKA_BROKERS: brokers }));
  });
  afterEach(async () => {
    await ground.stop();
    await kafka.stop();
  });

  it('gets its topics again even without charges, and later events are counted', async () => {
    await ground.startService();
    await ground.publish(messagesOf(10, { accountId: 'account-1', records: 1 }));
    await waitFor(() => ground.isCaughtUp(), patience);

    kafka = await replaceByEmptyKafka(kafka);
    // Only metering creates them.
    await waitFor(async () => {
      await ground.log.read(USAGE_RECORDED_TOPIC, { limit: 0 });
      await ground.log.read(deadLetterTopic(USAGE_RECORDED_TOPIC), { limit: 0 });
      return true;
    }, patience);

    await ground.publish(messagesOf(5, { accountId: 'account-1', records: 1 }));
    await waitFor(async () => (await totalsOf(ground.pool)).requests === 15, patience);
    expect(await totalsOf(ground.pool)).toMatchObject({ requests: 15, records: 15, ids: 15 });
  });
});
