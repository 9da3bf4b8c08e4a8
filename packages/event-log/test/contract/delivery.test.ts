import { waitFor } from '@heliograph/testing';
import { describeLogs } from '../support/logs';
import { Handled, message, numbered, textOf } from '../support/messages';

const slow = { timeoutMs: 60_000 };

describeLogs('delivery', (log) => {
  it('redelivers messages in order after a pause when handling fails, and reports why', async () => {
    const topic = await log().createTopic({ partitions: 1 });
    const events = log().open();
    const publisher = await events.createPublisher();
    const attempts: string[][] = [];
    const errors: unknown[] = [];
    await events.subscribe({
      topic,
      group: 'g',
      maximumBatch: 2,
      handle: (messages) => {
        attempts.push(messages.map(textOf));
        return attempts.length <= 2 ? Promise.reject(new Error(`no ${attempts.length}`)) : Promise.resolve();
      },
      onError: (error) => errors.push(error),
    });
    await publisher.publish(topic, numbered(4));
    await waitFor(() => attempts.length === 4, slow);
    expect(attempts).toEqual([
      ['0', '1'],
      ['0', '1'],
      ['0', '1'],
      ['2', '3'],
    ]);
    expect(errors).toEqual([new Error('no 1'), new Error('no 2')]);
  });

  it('continues with other partitions while one fails', async () => {
    const topic = await log().createTopic({ partitions: 3 });
    const events = log().open();
    const publisher = await events.createPublisher();
    await publisher.publish(topic, numbered(300));
    const handled = new Handled();
    let refused: number | undefined;
    await events.subscribe({
      topic,
      group: 'g',
      maximumBatch: 10,
      handle: (messages) => {
        const { partition } = messages[0]!;
        refused ??= partition;
        return partition === refused ? Promise.reject(new Error('never')) : handled.take(messages);
      },
    });
    await waitFor(() => new Set(handled.messages.map(({ partition }) => partition)).size === 2, slow);
    await waitFor(async () => (await events.lag(topic, 'g')) === 300 - handled.messages.length, slow);
    expect(handled.messages.map(({ partition }) => partition)).not.toContain(refused);
  });

  it('moves the offset only after the effect', async () => {
    const topic = await log().createTopic({ partitions: 1 });
    const events = log().open();
    const publisher = await events.createPublisher();
    await publisher.publish(topic, numbered(5));
    let finish = () => {};
    const effect = new Promise<void>((resolve) => (finish = resolve));
    let isHandling = false;
    await events.subscribe({
      topic,
      group: 'g',
      maximumBatch: 10,
      handle: () => {
        isHandling = true;
        return effect;
      },
    });
    await waitFor(() => isHandling, slow);
    expect(await events.lag(topic, 'g')).toBe(5);
    finish();
    await waitFor(async () => (await events.lag(topic, 'g')) === 0, slow);
  });

  it('finishes and commits the current batch when it closes, and resumes there', async () => {
    const topic = await log().createTopic({ partitions: 1 });
    const events = log().open();
    const publisher = await events.createPublisher();
    await publisher.publish(topic, numbered(6));
    const first: string[] = [];
    let finish = () => {};
    const effect = new Promise<void>((resolve) => (finish = resolve));
    const subscription = await events.subscribe({
      topic,
      group: 'g',
      maximumBatch: 3,
      handle: (messages) => {
        first.push(...messages.map(textOf));
        return effect;
      },
    });
    await waitFor(() => first.length > 0, slow);
    const closed = subscription.close();
    finish();
    await Promise.all([closed, subscription.close()]);
    expect(first).toEqual(['0', '1', '2']);
    expect(await events.lag(topic, 'g')).toBe(3);

    const handled = new Handled();
    await events.subscribe({ topic, group: 'g', maximumBatch: 10, handle: handled.take });
    await waitFor(() => handled.messages.length === 3, slow);
    expect(handled.texts).toEqual(['3', '4', '5']);
  });

  it("aborts a batch's signal when the subscription closes, and redelivers what it left", async () => {
    const topic = await log().createTopic({ partitions: 1 });
    const events = log().open();
    const publisher = await events.createPublisher();
    await publisher.publish(topic, numbered(3));
    let isHandling = false;
    const errors: unknown[] = [];
    const subscription = await events.subscribe({
      topic,
      group: 'g',
      maximumBatch: 10,
      handle: (_messages, signal) => {
        isHandling = true;
        return new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(new Error('stopped'))),
        );
      },
      onError: (error) => errors.push(error),
    });
    await waitFor(() => isHandling, slow);
    await subscription.close();
    expect(errors).toEqual([]);
    expect(await events.lag(topic, 'g')).toBe(3);

    const handled = new Handled();
    await events.subscribe({ topic, group: 'g', maximumBatch: 10, handle: handled.take });
    await waitFor(() => handled.messages.length === 3, slow);
  });

  it('delivers all messages to every group, even those from before it existed', async () => {
    const topic = await log().createTopic();
    const events = log().open();
    const publisher = await events.createPublisher();
    await publisher.publish(topic, numbered(50));
    const groups = [new Handled(), new Handled()];
    for (const [index, handled] of groups.entries()) {
      await events.subscribe({ topic, group: `g-${index}`, maximumBatch: 100, handle: handled.take });
    }
    await waitFor(() => groups.every((handled) => handled.messages.length === 50), slow);
    await publisher.publish(topic, [message('late', '50')]);
    await waitFor(() => groups.every((handled) => handled.hasAll(51)), slow);
    expect(groups.map((handled) => handled.messages.length)).toEqual([51, 51]);
  });
});
