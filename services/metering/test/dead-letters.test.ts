import { deadLetterTopic, USAGE_RECORDED_TOPIC, type EventMessage } from '@heliograph/event-log';
import { uuidv7 } from '@heliograph/runtime';
import { startBeforeEach, waitFor } from '@heliograph/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS } from '../src/domain/calendar';
import { messageOf, messagesOf, usageOf } from './support/events';
import { call, startTestMetering, totalsOf } from './support/metering';

const running = startBeforeEach(startTestMetering);

const deadTopic = deadLetterTopic(USAGE_RECORDED_TOPIC);
const readDead = async () => (await running.log.read(deadTopic, { limit: 1_000 })).messages;
const waiting = async () => Number((await running.client.getStatus({}, call)).deadLetters);

const truncated = (): EventMessage => {
  const message = messageOf(usageOf());
  return { ...message, value: message.value.subarray(0, message.value.length - 3) };
};

it.each<[string, () => EventMessage]>([
  ['the data is not a UsageRecorded message', truncated],
  ['header ce_id is missing', () => ({ ...messageOf(usageOf()), headers: {} }) as EventMessage],
  [
    `header ce_type is neither heliograph.usage.recorded.v1 nor heliograph.usage.voided.v1`,
    () => messageOf(usageOf(), { ce_type: 'other.v1' }),
  ],
  ['event_id is not a version 7 UUID', () => messageOf(usageOf({ eventId: 'event-1' }))],
  ['event_id is not the id in the header ce_id', () => messageOf(usageOf(), { ce_id: uuidv7() })],
  ['account_id is not valid', () => messageOf(usageOf({ accountId: 'an account' }))],
  ['credential_id is not valid', () => messageOf(usageOf({ credentialId: '' }))],
  ['channel is not one of', () => messageOf(usageOf({ channel: 'fax' }))],
  ['operation is not valid', () => messageOf(usageOf({ operation: '' }))],
  ['mode is not one of', () => messageOf(usageOf({ mode: 'loud' }))],
  ['do not sum to records', () => messageOf(usageOf({ records: 5, allowanceRecords: 4 }))],
  ['records is more than', () => messageOf(usageOf({ records: 4_000_000_000 }))],
  ['prepaid_micros is negative', () => messageOf(usageOf({ prepaidMicros: -1n }))],
  ['prepaid_micros is more than', () => messageOf(usageOf({ prepaidMicros: 2n ** 62n }))],
  ['time is missing', () => messageOf(usageOf({ time: undefined }))],
  ['time is before 2020', () => messageOf(usageOf({ time: new Date(0) }))],
  ['time is too far in the future', () => messageOf(usageOf({ time: new Date(Date.now() + 30 * DAY_MS) }))],
  [
    'event_id is too far in the future',
    () => messageOf(usageOf({ eventId: uuidv7(Date.now() + 30 * DAY_MS) })),
  ],
  ['event_id is older than', () => messageOf(usageOf({ eventId: uuidv7(Date.now() - 200 * DAY_MS) }))],
])('sets aside uncountable messages (%s) with the reason, and counts the rest', async (reason, make) => {
  const bad = make();
  if (reason.includes('ce_id is missing')) Object.assign(bad.headers, { ce_specversion: '1.0' });
  const [before, after] = [messagesOf(3), messagesOf(3)];
  const start = Date.now();
  await running.handle([...before, { ...bad, key: before[0]!.key }, ...after]);
  expect(await totalsOf(running.pool)).toMatchObject({ requests: 6, ids: 6 });

  const [dead, ...others] = await readDead();
  expect(others).toEqual([]);
  expect(dead).toMatchObject({ key: before[0]!.key, value: bad.value, headers: bad.headers });
  const { headers } = dead!;
  expect(headers.dead_letter_topic).toBe(USAGE_RECORDED_TOPIC);
  expect(headers.dead_letter_partition).toMatch(/^\d+$/);
  expect(headers.dead_letter_offset).toBe('3');
  expect(Date.parse(headers.dead_letter_failed_at!)).toBeGreaterThanOrEqual(start);
  if (!reason.startsWith('header ce_id')) expect(headers.dead_letter_reason).toContain(reason);

  const { deadLetters, nextPageToken } = await running.client.listDeadLetters(
    { limit: 0, pageToken: '' },
    call,
  );
  expect(nextPageToken).toBe('');
  expect(deadLetters).toMatchObject([
    {
      topic: USAGE_RECORDED_TOPIC,
      key: before[0]!.key,
      eventId: bad.headers.ce_id ?? '',
      reason: headers.dead_letter_reason,
      value: bad.value,
    },
  ]);
  expect(Number(deadLetters[0]!.failedAt)).toBe(Date.parse(headers.dead_letter_failed_at!));
});

it('reveals no content in its reasons', async () => {
  const bad = messageOf(usageOf({ accountId: 'secret words' }));
  await running.handle([bad]);
  const [dead] = await readDead();
  expect(dead!.headers.dead_letter_reason).not.toContain('secret');
});

it('keeps part of a message that is too large to store whole', async () => {
  const { value, ...rest } = messageOf(usageOf());
  const large = { ...rest, value: Buffer.concat([value, Buffer.alloc(900_000, 0xff)]) };
  await running.handle([large, ...messagesOf(1)]);
  const [dead] = await readDead();
  expect(dead!.value).toEqual(large.value.subarray(0, 512 * 1024));
  expect(dead!.headers.dead_letter_cut_from).toBe(String(large.value.length));
  expect(await totalsOf(running.pool)).toMatchObject({ requests: 1 });
});

it('lists pages', async () => {
  const bad = Array.from({ length: 5 }, () => messageOf(usageOf({ channel: 'fax' })));
  await running.handle(bad);
  const seen: string[] = [];
  let pageToken = '';
  do {
    const page = await running.client.listDeadLetters({ limit: 2, pageToken }, call);
    expect(page.deadLetters.length).toBeLessThanOrEqual(2);
    seen.push(...page.deadLetters.map(({ eventId }) => eventId));
    pageToken = page.nextPageToken;
  } while (pageToken !== '');
  expect(seen).toEqual(bad.map(({ headers }) => headers.ce_id));
  await expect(running.client.listDeadLetters({ limit: 1, pageToken: 'bogus' }, call)).rejects.toMatchObject({
    code: 'invalid_parameter',
    issues: [{ parameter: 'page_token' }],
  });
  await expect(running.client.listDeadLetters({ limit: 501, pageToken: '' }, call)).rejects.toMatchObject({
    code: 'invalid_parameter',
  });
});

it('sends back events that can be handled now; each is counted once', async () => {
  // As if an earlier program could not read them; nothing is wrong with them.
  const good = messagesOf(3);
  const publisher = await running.log.createPublisher();
  await publisher.publish(
    deadTopic,
    good.map((message) => ({
      ...message,
      headers: { ...message.headers, dead_letter_reason: 'of then', dead_letter_topic: USAGE_RECORDED_TOPIC },
    })),
  );
  expect(await waiting()).toBe(3);
  expect(await running.client.retryDeadLetters({ limit: 2 }, call)).toEqual({ sentBack: 2n });
  await waitFor(async () => (await totalsOf(running.pool)).requests === 2);
  expect(await waiting()).toBe(1);
  const { deadLetters } = await running.client.listDeadLetters({ limit: 0, pageToken: '' }, call);
  expect(deadLetters.map(({ eventId }) => eventId)).toEqual([good[2]!.headers.ce_id]);

  expect(await running.client.retryDeadLetters({ limit: 0 }, call)).toEqual({ sentBack: 1n });
  expect(await running.client.retryDeadLetters({ limit: 0 }, call)).toEqual({ sentBack: 0n });
  await waitFor(async () => (await totalsOf(running.pool)).requests === 3);
  expect(await waiting()).toBe(0);

  // The position is lost, as after a death between sending back and storing it: the messages go back again, which
  // changes nothing.
  await running.pool.query('DELETE FROM metering.dead_letter_position');
  expect(await running.client.retryDeadLetters({ limit: 0 }, call)).toEqual({ sentBack: 3n });
  await waitFor(() => running.isCaughtUp());
  expect(await totalsOf(running.pool)).toMatchObject({ requests: 3, ids: 3 });
  const { messages } = await running.log.read(USAGE_RECORDED_TOPIC, { limit: 10 });
  expect(Object.keys(messages[0]!.headers).filter((name) => name.startsWith('dead_letter_'))).toEqual([
    'dead_letter_retry',
  ]);
});

it('sends back unhandleable messages once per run', async () => {
  await running.handle(Array.from({ length: 700 }, () => messageOf(usageOf({ operation: '' }))));
  expect(await waiting()).toBe(700);
  expect(await running.client.retryDeadLetters({ limit: 0 }, call)).toEqual({ sentBack: 700n });
  await waitFor(async () => (await waiting()) === 700);
  await waitFor(() => running.isCaughtUp());
  expect(await readDead()).toHaveLength(1_000);
  expect(await waiting()).toBe(700);
});

it("dismisses all by the runbook's statement", async () => {
  const runbooks = readFileSync(join(__dirname, '../../../docs/operations/runbooks.md'), 'utf8');
  const [, statement] = /## HeliographDeadLetters\n[^#]*?```sql\n([^]*?)```/.exec(runbooks)!;
  await running.handle([messageOf(usageOf({ operation: '' })), messageOf(usageOf({ channel: 'fax' }))]);
  expect(await waiting()).toBe(2);
  await running.pool.query(statement!);
  expect(await waiting()).toBe(0);
  await running.handle([messageOf(usageOf({ channel: 'fax' }))]);
  expect(await waiting()).toBe(1);
  await running.pool.query(statement!);
  expect(await waiting()).toBe(0);
});

it('shares the work among operators who retry at once', async () => {
  await running.handle(Array.from({ length: 40 }, () => messageOf(usageOf({ operation: '' }))));
  const responses = await Promise.all(
    Array.from({ length: 4 }, () => running.client.retryDeadLetters({ limit: 10 }, call)),
  );
  expect(responses.map(({ sentBack }) => Number(sentBack))).toEqual([10, 10, 10, 10]);
  await waitFor(async () => (await waiting()) === 40);
  await waitFor(() => running.isCaughtUp());
  const dead = await readDead();
  expect(dead).toHaveLength(80);
  // Each of the first forty was sent back once.
  expect(new Set(dead.slice(40).map(({ headers }) => headers.ce_id)).size).toBe(40);
});
