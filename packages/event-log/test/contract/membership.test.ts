import { waitFor } from '@heliograph/testing';
import { describeLogs } from '../support/logs';
import { Member } from '../support/member';
import { Handled, numbered } from '../support/messages';

const slow = { timeoutMs: 45_000 };

describeLogs('membership', (log) => {
  let members: Member[] = [];
  const startMember = (order: { topic: string; group: string; hold?: boolean }) => {
    const member = Member.start({ settings: log().settings, ...order });
    members = [...members, member];
    return member;
  };
  afterEach(() => Promise.all(members.splice(0).map((member) => member.kill())));

  it("redelivers a killed reader's messages to the next one", async () => {
    const topic = await log().createTopic();
    const events = log().open();
    await (await events.createPublisher()).publish(topic, numbered(30));
    const dying = startMember({ topic, group: 'g', hold: true });
    await waitFor(() => dying.handling.length > 0, slow);
    await dying.kill();

    const handled = new Handled();
    await events.subscribe({ topic, group: 'g', maximumBatch: 10, handle: handled.take });
    await waitFor(() => handled.hasAll(30), slow);
    expect(handled.messages).toHaveLength(30);
  });

  it('shares the partitions between two members, and loses nothing when a third dies', async () => {
    const topic = await log().createTopic({ partitions: 6 });
    const [first, second] = [new Handled(), new Handled()];
    const publisher = await log().open().createPublisher();
    for (const handled of [first, second]) {
      await log().open().subscribe({ topic, group: 'g', maximumBatch: 10, handle: handled.take });
    }
    const partitions = (handled: Handled, from: number) =>
      new Set(handled.messages.slice(from).map(({ partition }) => partition));
    let sent = 0;
    const send = async (count: number) => {
      await publisher.publish(topic, numbered(count, { first: sent, keys: 60 }));
      sent += count;
    };

    const shared = async (...shares: [Handled, number][]) => {
      const from = shares.map(([handled]) => handled.messages.length);
      await send(60);
      const total = () =>
        shares.reduce((sum, [handled], index) => sum + partitions(handled, from[index]!).size, 0);
      await waitFor(() => total() >= shares.reduce((sum, [, count]) => sum + count, 0), { timeoutMs: 1_000 });
      return shares.every(([handled, count], index) => partitions(handled, from[index]!).size === count);
    };
    await waitFor(() => shared([first, 3], [second, 3]), slow);

    const third = startMember({ topic, group: 'g', hold: true });
    await waitFor(async () => {
      await send(60);
      return third.handling.length > 0;
    }, slow);
    await third.kill();
    await waitFor(() => shared([first, 3], [second, 3]), slow);
    await waitFor(() => new Set([...first.texts, ...second.texts]).size === sent, slow);
  });

  it('keeps a partition for as long as handling takes', async () => {
    const topic = await log().createTopic({ partitions: 1 });
    const events = log().open();
    const publisher = await events.createPublisher();
    await publisher.publish(topic, numbered(3));
    let finish = () => {};
    const effect = new Promise<void>((resolve) => (finish = resolve));
    const busy = new Handled();
    let wasAborted = false;
    await log()
      .open()
      .subscribe({
        topic,
        group: 'g',
        maximumBatch: 10,
        handle: async (messages, signal) => {
          await effect;
          wasAborted ||= signal.aborted;
          await busy.take(messages);
        },
      });
    // The group's failure detection continues while the batch is held: another member's death is noticed.
    const other = await log().createTopic({ partitions: 1 });
    await publisher.publish(other, numbered(1));
    const dying = startMember({ topic: other, group: 'g2', hold: true });
    await waitFor(() => dying.handling.length > 0, slow);
    await dying.kill();
    const heir = new Handled();
    await log().open().subscribe({ topic: other, group: 'g2', maximumBatch: 10, handle: heir.take });
    await waitFor(() => heir.messages.length === 1, slow);

    finish();
    await waitFor(async () => (await events.lag(topic, 'g')) === 0, slow);
    expect(wasAborted).toBe(false);
    expect(busy.texts).toEqual(['0', '1', '2']);
  });

  it('refuses the commit of a member that lost its partition while it was paused', async () => {
    const topic = await log().createTopic({ partitions: 1 });
    const events = log().open();
    const publisher = await events.createPublisher();
    await publisher.publish(topic, numbered(3));
    const stale = startMember({ topic, group: 'g', hold: true });
    await waitFor(() => stale.handling.length === 3, slow);
    stale.pause();

    const handled = new Handled();
    const heir = await events.subscribe({ topic, group: 'g', maximumBatch: 10, handle: handled.take });
    await waitFor(() => handled.hasAll(3), slow);
    await publisher.publish(topic, numbered(3, { first: 3 }));
    await waitFor(async () => (await events.lag(topic, 'g')) === 0, slow);

    // It believes that it still owns the partition, and would reset the offset to 3.
    stale.resume();
    stale.release();
    await stale.close();
    await heir.close();
    expect(await events.lag(topic, 'g')).toBe(0);
    expect(handled.texts).toEqual(['0', '1', '2', '3', '4', '5']);
  });
});
