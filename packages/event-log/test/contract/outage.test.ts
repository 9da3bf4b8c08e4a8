import { waitFor } from '@heliograph/testing';
import { describeBreakableLogs } from '../support/logs';
import { Handled, numbered } from '../support/messages';

const slow = { timeoutMs: 60_000 };

describeBreakableLogs('outage', (log) => {
  it('refuses to publish while the log is down, and resumes by itself', async () => {
    const topic = await log().createTopic();
    const events = log().open();
    const publisher = await events.createPublisher();
    const handled = new Handled();
    const errors: unknown[] = [];
    await events.subscribe({
      topic,
      group: 'g',
      maximumBatch: 10,
      handle: handled.take,
      onError: (error) => errors.push(error),
    });
    await publisher.publish(topic, numbered(20));
    await waitFor(() => handled.hasAll(20), slow);

    await log().goDown();
    await expect(publisher.publish(topic, numbered(1, { first: 20 }))).rejects.toThrow();
    await expect(events.count(topic)).rejects.toThrow();
    await waitFor(() => errors.length > 0, slow);
    await log().comeBack();

    await waitFor(() => events.count(topic).then(() => true), slow);
    await waitFor(() => publisher.publish(topic, numbered(20, { first: 20 })).then(() => true), slow);
    await waitFor(() => handled.hasAll(40), slow);
    await waitFor(async () => (await events.lag(topic, 'g')) === 0, slow);
  });

  it('connects by itself when the log starts after the subscriber', async () => {
    const topic = await log().createTopic();
    await (await log().open().createPublisher()).publish(topic, numbered(5));
    await log().goDown();
    const handled = new Handled();
    const errors: unknown[] = [];
    await log()
      .open()
      .subscribe({
        topic,
        group: 'g',
        maximumBatch: 10,
        handle: handled.take,
        onError: (error) => errors.push(error),
      });
    await waitFor(() => errors.length > 0, slow);
    await log().comeBack();
    await waitFor(() => handled.hasAll(5), slow);
  });

  it('loses nothing that was published when the log dies repeatedly', async () => {
    const topic = await log().createTopic();
    const events = log().open();
    const publisher = await events.createPublisher();
    const handled = new Handled();
    await events.subscribe({ topic, group: 'g', maximumBatch: 10, handle: handled.take });
    let published = 0;
    let isOver = false;
    const publishing = (async () => {
      while (!isOver) {
        try {
          await publisher.publish(topic, numbered(25, { first: published }));
          published += 25;
        } catch {
          // Repeats the same messages, like the relay.
          await new Promise(setImmediate);
        }
      }
    })();
    for (let death = 0; death < 3; death += 1) {
      const before = published;
      await waitFor(() => published > before + 100, slow);
      await log().goDown();
      await log().comeBack();
    }
    const before = published;
    await waitFor(() => published > before, slow);
    isOver = true;
    await publishing;
    await waitFor(() => handled.hasAll(published), slow);
    await waitFor(async () => (await events.lag(topic, 'g')) === 0, slow);
  }, 240_000);

  it('closes while the log is down', async () => {
    const topic = await log().createTopic();
    const events = log().open();
    const handled = new Handled();
    await (await events.createPublisher()).publish(topic, numbered(1));
    await events.subscribe({ topic, group: 'g', maximumBatch: 10, handle: handled.take });
    await waitFor(() => handled.hasAll(1), slow);
    await log().goDown();
    await events.close();
    await log().comeBack();
  });
});
