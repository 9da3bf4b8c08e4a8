import { randomUUID } from 'node:crypto';
import { createMetrics } from '@heliograph/runtime';
import { waitFor } from '@heliograph/testing';
import { MAXIMUM_MESSAGE_BYTES } from '../../src/message-limits';
import { describeLogs } from '../support/logs';
import { grouped, Handled, message, numbered, textOf } from '../support/messages';

const slow = { timeoutMs: 60_000 };

describeLogs('publishing', (log) => {
  it('accepts many messages at once, and large ones', async () => {
    const topic = await log().createTopic();
    const events = log().open();
    const publisher = await events.createPublisher();
    const many = numbered(20_000);
    const large = Array.from({ length: 12 }, (_, index) => ({
      ...message('large', `large-${index}`),
      value: Buffer.alloc(900_000, index),
    }));
    await publisher.publish(topic, [...many, ...large]);
    const handled = new Handled();
    await events.subscribe({ topic, group: 'g', maximumBatch: 1_000, handle: handled.take });
    await waitFor(() => handled.messages.length === 20_012, slow);
    const inOrder = handled.messages.filter(({ key }) => key === 'large');
    expect(inOrder.map(({ headers }) => headers.ce_id)).toEqual(large.map(({ headers }) => headers.ce_id));
    expect(inOrder.every(({ value }, index) => value.equals(large[index]!.value))).toBe(true);
    const small = handled.messages.filter(({ key }) => key !== 'large').map(textOf);
    expect(new Set(small).size).toBe(20_000);
  });

  it('accepts messages from concurrent publishers, each in order, without omissions', async () => {
    const topic = await log().createTopic();
    const events = log().open();
    const handled = new Handled();
    // Reads while they appear: an offset that became visible before a lower one would make it skip the lower one.
    await events.subscribe({ topic, group: 'g', maximumBatch: 50, handle: handled.take });
    const rounds = 40;
    await Promise.all(
      Array.from({ length: 4 }, async (_, index) => {
        const publisher = await log().open().createPublisher();
        for (let round = 0; round < rounds; round += 1) {
          const keys = Array.from({ length: 5 }, (_key, number) => `${index}-${number}`);
          await publisher.publish(
            topic,
            keys.map((key) => message(key, `${key}:${round}`)),
          );
        }
      }),
    );
    await waitFor(() => handled.messages.length === 4 * 5 * rounds, slow);
    for (const [key, messages] of grouped(handled.messages, ({ key }) => key)) {
      expect(messages.map(textOf)).toEqual(Array.from({ length: rounds }, (_, round) => `${key}:${round}`));
    }
  });

  it('refuses a message that is too large, and accepts the next', async () => {
    const topic = await log().createTopic();
    const publisher = await log().open().createPublisher();
    const tooLarge = { ...message('k', 'x'), value: Buffer.alloc(MAXIMUM_MESSAGE_BYTES) };
    await expect(publisher.publish(topic, [message('k', '1'), tooLarge])).rejects.toThrow(RangeError);
    await publisher.publish(topic, [message('k', '2')]);
    expect((await log().open().read(topic, { limit: 10 })).messages.map(textOf)).toEqual(['2']);
  });

  it('fails for a topic that does not exist', async () => {
    await log().createTopic();
    const publisher = await log().open().createPublisher();
    await expect(publisher.publish(`absent-${randomUUID()}`, numbered(1))).rejects.toThrow();
  });

  it('publishes nothing after it is closed', async () => {
    const topic = await log().createTopic();
    const events = log().open();
    const publisher = await events.createPublisher();
    const last = publisher.publish(topic, numbered(3));
    await Promise.all([publisher.close(), publisher.close(), last]);
    await expect(publisher.publish(topic, numbered(1))).rejects.toThrow('closed');
    await events.close();
    await events.close();
    expect(() => events.createPublisher()).toThrow('closed');
  });

  it('counts its operations', async () => {
    const topic = await log().createTopic();
    const metrics = createMetrics('test');
    const events = log().open(metrics);
    const publisher = await events.createPublisher();
    await publisher.publish(topic, numbered(7));
    let failures = 1;
    await events.subscribe({
      topic,
      group: 'g',
      maximumBatch: 10,
      handle: () => (failures-- > 0 ? Promise.reject(new Error('once')) : Promise.resolve()),
    });
    await waitFor(async () => (await events.lag(topic, 'g')) === 0, slow);
    await waitFor(async () => {
      const text = await metrics.registry.metrics();
      return (
        text.includes(`heliograph_event_log_published_total{topic="${topic}",service="test"} 7`) &&
        text.includes(`heliograph_event_log_handled_total{topic="${topic}",group="g",service="test"} 7`) &&
        text.includes(
          `heliograph_event_log_failures_total{operation="handle",topic="${topic}",service="test"} 1`,
        )
      );
    });
  });
});

describeLogs('preparing', (log) => {
  it('creates missing topics, even concurrently and repeatedly', async () => {
    const topics = ['a', 'b', 'c'].map((name) => ({
      name: `${name}-${randomUUID()}`,
      partitions: 2,
      retentionMs: 60_000,
    }));
    await Promise.all([1, 2, 3].map(() => log().open().prepare(topics)));
    const events = log().open();
    await events.prepare([...topics, { ...topics[0]!, partitions: 5 }]);
    const publisher = await events.createPublisher();
    for (const { name } of topics) {
      await publisher.publish(name, numbered(20, { keys: 20 }));
      const { messages } = await events.read(name, { limit: 100 });
      expect(messages).toHaveLength(20);
      expect(new Set(messages.map(({ partition }) => partition))).toEqual(new Set([0, 1]));
    }
  });
});
