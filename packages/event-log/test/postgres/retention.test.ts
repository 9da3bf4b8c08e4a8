import { createPool } from '@heliograph/postgres';
import { createLogger } from '@heliograph/runtime';
import { startTestDatabase, waitFor, type TestDatabase } from '@heliograph/testing';
import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { createEventLog, type EventLog } from '../../src';
import { LogStore } from '../../src/postgres/log-store';
import { Retention } from '../../src/postgres/retention';
import { Handled, numbered, textOf } from '../support/messages';

const logger = createLogger({ service: 'test', level: 'fatal' });
const HOUR_MS = 3_600_000;

let database: TestDatabase;
let pool: Pool;
let log: EventLog;
beforeAll(async () => {
  database = await startTestDatabase();
  const connectionString = database.connectionString('events');
  pool = createPool({ connectionString, applicationName: 'test' }, logger);
  log = createEventLog({ kind: 'postgres', connectionString }, { clientId: 'test', logger });
});
afterAll(async () => {
  await Promise.all([log.close(), pool.end()]);
  await database.stop();
});

/** Ages the log's contents by this much. */
async function age(topic: string, hours: number): Promise<void> {
  await pool.query(
    `UPDATE event_log.message SET appended_at = appended_at - $2 * interval '1 hour'
     WHERE topic_id = (SELECT topic_id FROM event_log.topic WHERE name = $1)`,
    [topic, hours],
  );
}

it("removes what exceeds its topic's retention, batch by batch, and nothing else", async () => {
  await log.prepare([
    { name: 'short', partitions: 2, retentionMs: HOUR_MS },
    { name: 'long', partitions: 1, retentionMs: 100 * HOUR_MS },
  ]);
  const publisher = await log.createPublisher();
  await publisher.publish('short', numbered(30));
  await publisher.publish('long', numbered(30));
  await age('short', 2);
  await age('long', 2);
  await publisher.publish('short', numbered(5, { first: 30 }));

  const batches: number[] = [];
  const store = new LogStore(pool, 10_000);
  const removeExpired = store.removeExpired.bind(store);
  store.removeExpired = async (...args) => {
    const removed = await removeExpired(...args);
    batches.push(removed);
    return removed;
  };
  await new Retention(store, logger, 4).removeExpired();
  expect(Math.max(...batches)).toBe(4);
  expect((await log.read('long', { limit: 100 })).messages).toHaveLength(30);
  const kept = await log.read('short', { limit: 100 });
  expect(kept.messages.map((message) => Number(textOf(message))).sort()).toEqual([30, 31, 32, 33, 34]);
  // Messages that can no longer be handled do not count as lag.
  expect(await log.lag('short', 'late')).toBe(5);
  const handled = new Handled();
  await log.subscribe({ topic: 'short', group: 'late', maximumBatch: 10, handle: handled.take });
  await waitFor(async () => (await log.lag('short', 'late')) === 0);
  expect(handled.texts.sort()).toEqual(['30', '31', '32', '33', '34']);
});

it('never gives an offset twice, also after it has removed every message', async () => {
  await log.prepare([{ name: 'emptied', partitions: 1, retentionMs: HOUR_MS }]);
  const publisher = await log.createPublisher();
  await publisher.publish('emptied', numbered(5));
  await age('emptied', 2);
  await new Retention(new LogStore(pool, 10_000), logger).removeExpired();
  expect(await log.count('emptied')).toBe(0);
  await publisher.publish('emptied', numbered(1, { first: 5 }));
  expect((await log.read('emptied', { limit: 10 })).messages.map(({ offset }) => offset)).toEqual([5n]);
});

it("ends the membership of a dead member that was renewed while the database's clock was ahead", async () => {
  await log.prepare([{ name: 'orphaned', partitions: 4, retentionMs: HOUR_MS }]);
  const store = new LogStore(pool, 10_000);
  const beat = (memberId: string, leaseMs: number) =>
    store.renewMembership({ group: 'heirs', topic: 'orphaned', memberId }, leaseMs);
  const [dead, alive] = [randomUUID(), randomUUID()];
  expect(await beat(dead, 120_000)).toHaveLength(4);
  expect(await beat(alive, 10_000)).toHaveLength(0);
  await new Retention(store, logger).removeExpired();
  expect(await beat(alive, 10_000)).toHaveLength(4);
});
