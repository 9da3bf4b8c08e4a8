import { createPool } from '@heliograph/postgres';
import { createLogger, createMetrics } from '@heliograph/runtime';
import { startBeforeAll, startTestDatabase, waitFor } from '@heliograph/testing';
import { createEventLog } from '../../src';
import { LogStore } from '../../src/postgres/log-store';
import { Retention } from '../../src/postgres/retention';
import { Handled, numbered } from '../support/messages';

const TOPIC = 'short-lived';

const database = startBeforeAll(startTestDatabase);

/** A log, and what it says about messages that were deleted too early. */
async function openLog(name: string) {
  const lines: string[] = [];
  const logger = createLogger(
    { service: 'test', level: 'error' },
    { write: (line) => void lines.push(line) },
  );
  const { registry, ...metrics } = createMetrics('test');
  const connectionString = database.connectionString('events');
  const pool = createPool({ connectionString, applicationName: 'test' }, logger);
  const log = createEventLog(
    { kind: 'postgres', connectionString },
    { clientId: 'test', logger, metrics: { registry, ...metrics } },
  );
  await log.prepare([{ name, partitions: 1, retentionMs: 3_600_000 }]);
  const publisher = await log.createPublisher();
  return {
    log,
    publish: (count: number, first: number) => publisher.publish(name, numbered(count, { first })),
    /** Retention removes all messages before this offset. */
    deleteTo: async (offset: number) => {
      await pool.query(
        `UPDATE event_log.message SET appended_at = now() - interval '1 day'
         WHERE topic_id = (SELECT topic_id FROM event_log.topic WHERE name = $1) AND message_offset < $2`,
        [name, offset],
      );
      await new Retention(new LogStore(pool, 10_000), logger).removeExpired();
    },
    consume: async (count: number) => {
      const handled = new Handled();
      const subscription = await log.subscribe({
        topic: name,
        group: 'g',
        maximumBatch: 100,
        handle: handled.take,
      });
      await waitFor(async () => handled.hasAll(count) && (await log.lag(name, 'g')) === 0);
      await subscription.close();
    },
    missed: () => lines.map((line) => JSON.parse(line) as object),
    count: async () => Number(/event_log_missed_total\{.*\} (\d+)$/m.exec(await registry.metrics())?.[1]),
    close: () => Promise.all([log.close(), pool.end()]),
  };
}

it('are logged and counted once; what was deleted before the group existed is not', async () => {
  const { publish, deleteTo, consume, missed, count, close } = await openLog(TOPIC);
  await publish(10, 0);
  await deleteTo(4);
  await consume(6);
  expect(missed()).toEqual([]);
  expect(await count()).toBe(0);

  await publish(20, 10);
  await deleteTo(25);
  await consume(5);
  expect(missed()).toMatchObject([{ topic: TOPIC, group: 'g', partition: 0, messages: 15, next: '25' }]);

  // All of them, and with the next one they are noticed.
  await publish(10, 30);
  await deleteTo(40);
  await publish(1, 40);
  await consume(1);
  await publish(1, 41);
  await consume(1);
  expect(missed()).toMatchObject([{ messages: 15 }, { messages: 10, next: '40' }]);
  expect(await count()).toBe(25);
  await close();
});

it('are logged and counted, too, if they blocked their partition until they were deleted', async () => {
  const { log, publish, deleteTo, missed, close } = await openLog('blocked');
  await publish(10, 0);
  const handled = new Handled();
  let refusals = 0;
  await log.subscribe({
    topic: 'blocked',
    group: 'g',
    maximumBatch: 100,
    handle: (messages) => {
      if (messages[0]!.offset >= 7n) return handled.take(messages);
      refusals += 1;
      return Promise.reject(new Error('never'));
    },
  });
  await waitFor(() => refusals > 0);
  await deleteTo(7);
  await waitFor(() => handled.hasAll(3));
  expect(missed()).toMatchObject([{ messages: 7, next: '7' }]);
  await close();
});
