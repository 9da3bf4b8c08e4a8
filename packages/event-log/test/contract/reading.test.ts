import { randomUUID } from 'node:crypto';
import { Kafka, logLevel } from 'kafkajs';
import { waitFor } from '@heliograph/testing';
import { describeLogs } from '../support/logs';
import { grouped, Handled, message, numbered, textOf } from '../support/messages';

const slow = { timeoutMs: 60_000 };

describeLogs('reading', (log) => {
  it('reads a topic page by page without a group, and resumes where it stopped', async () => {
    const topic = await log().createTopic();
    const events = log().open();
    const publisher = await events.createPublisher();
    expect(await events.read(topic, { limit: 10 })).toEqual({ messages: [], position: '' });
    await publisher.publish(topic, numbered(25));

    const read: string[] = [];
    let position: string | undefined;
    for (const expected of [10, 10, 5, 0]) {
      const page = await events.read(topic, { after: position, limit: 10 });
      expect(await events.count(topic, position)).toBe(25 - read.length);
      expect(page.messages).toHaveLength(expected);
      read.push(...page.messages.map(textOf));
      position = page.position;
    }
    expect(new Set(read).size).toBe(25);

    await publisher.publish(topic, [message('late', '25')]);
    const late = await log().open().read(topic, { after: position, limit: 10 });
    expect(late.messages.map(textOf)).toEqual(['25']);
    expect(await events.lag(topic, 'g')).toBe(26);
  });

  it("keeps each partition's order while merging", async () => {
    const topic = await log().createTopic();
    const events = log().open();
    const publisher = await events.createPublisher();
    for (let first = 0; first < 60; first += 20) await publisher.publish(topic, numbered(20, { first }));
    const { messages } = await events.read(topic, { limit: 1_000 });
    expect(messages).toHaveLength(60);
    for (const part of grouped(messages, ({ partition }) => partition).values()) {
      const numbers = part.map((entry) => Number(textOf(entry)));
      expect(numbers).toEqual([...numbers].sort((left, right) => left - right));
    }
  });

  it('leaves no group behind', async () => {
    const { settings } = log();
    if (settings.kind !== 'kafka') return;
    const topic = await log().createTopic();
    const events = log().open();
    await (await events.createPublisher()).publish(topic, numbered(5));
    expect((await events.read(topic, { limit: 5 })).messages).toHaveLength(5);
    const admin = new Kafka({ brokers: settings.brokers, logLevel: logLevel.NOTHING }).admin();
    await admin.connect();
    const { groups } = await admin.listGroups();
    await admin.disconnect();
    expect(groups.filter(({ groupId }) => groupId.startsWith(settings.topicPrefix))).toEqual([]);
  });

  it('reads all of a topic that was lost and re-created, whatever was read of the old one', async () => {
    const topic = await log().createTopic();
    const events = log().open();
    await (await events.createPublisher()).publish(topic, numbered(5));
    const { position } = await events.read(topic, { limit: 5 });
    const ofTheOld = position.replace(/:\d+/g, ':1000');
    const page = await events.read(topic, { after: ofTheOld, limit: 10 });
    expect(page.messages).toHaveLength(5);
    expect((await events.read(topic, { after: page.position, limit: 10 })).messages).toEqual([]);
  });

  it('refuses an invalid position', async () => {
    const topic = await log().createTopic();
    await expect(log().open().read(topic, { after: 'here', limit: 1 })).rejects.toThrow(RangeError);
  });
});

describeLogs('lag', (log) => {
  it("counts a group's backlog, group by group", async () => {
    const topic = await log().createTopic();
    const events = log().open();
    const publisher = await events.createPublisher();
    expect(await events.lag(topic, 'g')).toBe(0);
    await publisher.publish(topic, numbered(40));
    expect(await events.lag(topic, 'g')).toBe(40);
    const handled = new Handled();
    const subscription = await events.subscribe({ topic, group: 'g', maximumBatch: 7, handle: handled.take });
    await waitFor(async () => (await events.lag(topic, 'g')) === 0, slow);
    await subscription.close();
    await publisher.publish(topic, numbered(2));
    expect(await events.lag(topic, 'g')).toBe(2);
    expect(await events.lag(topic, 'another')).toBe(42);
  });

  it('fails for a topic that does not exist', async () => {
    const events = log().open();
    await log().createTopic();
    await expect(events.lag(`absent-${randomUUID()}`, 'g')).rejects.toThrow();
  });
});
