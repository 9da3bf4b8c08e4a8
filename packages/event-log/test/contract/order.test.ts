import { waitFor } from '@heliograph/testing';
import type { StoredEvent } from '../../src';
import { describeLogs } from '../support/logs';
import { grouped, Handled, message, numbered } from '../support/messages';

const slow = { timeoutMs: 60_000 };

describeLogs('order', (log) => {
  it('keeps the order of each key across publishes, in one partition', async () => {
    const topic = await log().createTopic();
    const events = log().open();
    const publisher = await events.createPublisher();
    for (let first = 0; first < 600; first += 50) await publisher.publish(topic, numbered(50, { first }));

    const handled = new Handled();
    await events.subscribe({ topic, group: 'g', maximumBatch: 37, handle: handled.take });
    await waitFor(() => handled.messages.length === 600, slow);

    const byKey = grouped(handled.messages, ({ key }) => key);
    expect(byKey.size).toBe(10);
    for (const [key, messages] of byKey) {
      const start = Number(key.slice('key-'.length));
      expect(messages.map(({ value }) => Number(value))).toEqual(
        Array.from({ length: 60 }, (_, index) => start + 10 * index),
      );
      expect(new Set(messages.map(({ partition }) => partition)).size).toBe(1);
    }
    expect(new Set(handled.messages.map(({ partition }) => partition)).size).toBe(3);
  });

  it('delivers batches from one partition, of limited size and with increasing offsets', async () => {
    const topic = await log().createTopic();
    const events = log().open();
    const publisher = await events.createPublisher();
    await publisher.publish(topic, numbered(500));
    const batches: (readonly StoredEvent[])[] = [];
    const handle = (messages: readonly StoredEvent[]) => Promise.resolve(void batches.push(messages));
    await events.subscribe({ topic, group: 'g', maximumBatch: 20, handle });
    await waitFor(() => batches.flat().length === 500, slow);
    for (const batch of batches) {
      expect(batch.length).toBeLessThanOrEqual(20);
      expect(new Set(batch.map(({ partition }) => partition)).size).toBe(1);
    }
    for (const messages of grouped(batches.flat(), ({ partition }) => partition).values()) {
      const offsets = messages.map(({ offset }) => offset);
      expect(offsets).toEqual([...new Set(offsets)].sort((left, right) => Number(left - right)));
    }
  });

  it('returns what was published, with the time', async () => {
    const topic = await log().createTopic({ partitions: 1 });
    const events = log().open();
    const publisher = await events.createPublisher();
    const before = Date.now();
    const published = [
      { key: 'ключ "1"\\', headers: { ce_id: 'ü"\\,{}', empty: '' }, value: Buffer.from([0, 255, 10, 92]) },
      { key: '', headers: {}, value: Buffer.alloc(0) },
      message('NULL', 'NULL'),
    ];
    await publisher.publish(topic, published);
    await publisher.publish(topic, []);
    const handled = new Handled();
    await events.subscribe({ topic, group: 'g', maximumBatch: 10, handle: handled.take });
    await waitFor(() => handled.messages.length === 3, slow);
    expect(handled.messages).toEqual(
      published.map((sent, index) => ({
        ...sent,
        topic,
        partition: 0,
        offset: BigInt(index),
        appendedAtMs: expect.any(Number) as number,
      })),
    );
    for (const { appendedAtMs } of handled.messages) {
      expect(appendedAtMs).toBeGreaterThanOrEqual(before);
      expect(appendedAtMs).toBeLessThanOrEqual(Date.now());
    }
  });
});
