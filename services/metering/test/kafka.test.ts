import { deadLetterTopic, USAGE_RECORDED_TOPIC } from '@heliograph/event-log';
import { describeWith, startBeforeEach, testKafkaVariables, waitFor } from '@heliograph/testing';
import { messageOf, messagesOf, usageOf } from './support/events';
import { call, startFixture, totalsOf } from './support/metering';

// Allows for a broker to start, and for it to give up on a dead member.
jest.setTimeout(300_000);
const waitOptions = { timeoutMs: 120_000 };

describeWith('kafka', 'with events in Kafka', () => {
  const fixture = startBeforeEach(async () => {
    const variables = await testKafkaVariables();
    return startFixture(() => variables);
  });

  it('counts duplicates once, sets aside what cannot be counted, and sends it back', async () => {
    const service = await fixture.startService();
    const client = fixture.connect(service.address);
    const events = messagesOf(2_000, { accountId: 'account-kafka', records: 2 });
    const bad = messageOf(usageOf({ accountId: 'account-kafka', channel: 'fax' }));
    await fixture.publish([...events.slice(0, 1_000), bad, ...events.slice(500), ...events.slice(0, 10)]);
    await waitFor(() => fixture.isCaughtUp(), waitOptions);
    expect(await totalsOf(fixture.pool)).toMatchObject({ requests: 2_000, records: 4_000, ids: 2_000 });

    const { deadLetters } = await client.listDeadLetters({ limit: 0, pageToken: '' }, call);
    expect(deadLetters).toMatchObject([
      { key: 'account-kafka', eventId: bad.headers.ce_id, value: bad.value },
    ]);
    const { messages } = await fixture.log.read(deadLetterTopic(USAGE_RECORDED_TOPIC), { limit: 10 });
    expect(messages[0]!.headers).toMatchObject({
      dead_letter_topic: USAGE_RECORDED_TOPIC,
      dead_letter_reason: 'channel is not one of api, cli, web',
    });
    expect(await client.retryDeadLetters({ limit: 0 }, call)).toEqual({ sentBack: 1n });
    await waitFor(
      async () =>
        (await fixture.log.read(deadLetterTopic(USAGE_RECORDED_TOPIC), { limit: 10 })).messages.length === 2,
      waitOptions,
    );
    await waitFor(async () => (await client.getStatus({}, call)).deadLetters === 1n, waitOptions);
    expect(await totalsOf(fixture.pool)).toMatchObject({ requests: 2_000 });
  });

  it('neither loses nor double-counts events when a member joins and another is killed mid-batch', async () => {
    await (await fixture.startService()).destroy();
    const EVENTS = 10_000;
    for (let round = 0; round < EVENTS / 1_000; round += 1) {
      await fixture.publish(
        Array.from({ length: 1_000 }, (_, index) =>
          messageOf(usageOf({ accountId: `account-${index % 40}` })),
        ),
      );
    }
    const settings = { EVENT_BATCH_MAXIMUM: '20' };
    const counted = async () => (await totalsOf(fixture.pool)).requests;
    const member = await fixture.startProcess(settings);
    await waitFor(async () => (await counted()) >= 100, waitOptions);
    await member.kill();
    expect(await counted()).toBeLessThan(EVENTS);
    const second = await fixture.startService();
    await waitFor(async () => (await counted()) >= EVENTS / 2, waitOptions);
    await fixture.startService();
    await second.destroy();
    await waitFor(() => fixture.isCaughtUp(), waitOptions);
    expect(await totalsOf(fixture.pool)).toEqual({
      requests: EVENTS,
      records: EVENTS,
      micros: 0,
      ids: EVENTS,
    });
  });
});
