import type { Kafka } from 'kafkajs';
import type { EventLogMetrics } from '../metrics';
import { KafkaPublisher } from './publisher';

afterEach(() => jest.useRealTimers());

it('does not wait for brokers that hang when it closes', async () => {
  jest.useFakeTimers();
  const hang = () => new Promise<never>(() => undefined);
  const producer = { connect: () => Promise.resolve(), send: hang, disconnect: hang };
  const closed = jest.fn();
  const publisher = new KafkaPublisher(
    { producer: () => producer } as unknown as Kafka,
    { topicPrefix: '', publishTimeoutMs: 30_000 },
    { failed: () => undefined } as unknown as EventLogMetrics,
    closed,
  );
  publisher
    .publish('topic', [{ key: 'key', headers: {}, value: Buffer.from('value') }])
    .catch(() => undefined);
  void publisher.close();
  await jest.advanceTimersByTimeAsync(4_000);
  expect(closed).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(2_000);
  expect(closed).toHaveBeenCalled();
});
