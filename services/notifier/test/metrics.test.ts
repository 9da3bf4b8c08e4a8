import {
  SIGNALS_PUBLISHED_TOPIC,
  SIGNALS_PUBLISHED_TYPE,
  signalTopics,
  toMessage,
} from '@heliograph/event-log';
import { createMetrics } from '@heliograph/runtime';
import { startTestDatabase, waitFor, type TestDatabase } from '@heliograph/testing';
import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { loadConfig } from '../src/config';
import type { Context } from '../src/context';
import { createContext } from '../src/create-context';
import { HOLDS } from '../src/domain/hold';
import { getStatus } from '../src/rpc/get-status';
import { migrateNotifier } from '../src/storage/migrate';
import { StatusStore } from '../src/storage/status-store';
import { notifierVariables } from './support/notifier';

/** The notifier's parts without its loops: only the test does any work. */
let context: Context;
let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
  context = createContext(loadConfig(notifierVariables(database, { LOG_LEVEL: 'fatal' })), {
    registry: createMetrics('notifier'),
  });
  await migrateNotifier({ connectionString: database.connectionString('notifier') }, context.logger);
  await context.log.prepare(signalTopics(4));
});
afterAll(async () => {
  await context?.release();
  await database?.stop();
});

async function gauge(name: string, label = ''): Promise<number> {
  const text = await context.registry.registry.metrics();
  return Number(new RegExp(`^heliograph_${name}\\{${label}[^}]*\\} (.+)$`, 'm').exec(text)?.[1]);
}

/** @param lease seconds until it ends; null for none. */
async function queue(slot: number, dueSeconds: number, lease: number | null): Promise<void> {
  const [id, accountId] = [randomUUID(), randomUUID()];
  await context.pool.query(
    `INSERT INTO notifier.saved_search (saved_search_id, account_id, is_test, slot, name, query, filters, version)
     VALUES ($1, $2, false, $3::int, 'x', '{}', '', $3::int)`,
    [id, accountId, slot],
  );
  await context.pool.query(
    `INSERT INTO notifier.webhook_queue (saved_search_id, account_id, next_at, lease, lease_until)
     VALUES ($1, $2, now() - make_interval(secs => $3), $4, now() + make_interval(secs => $5))`,
    [id, accountId, dueSeconds, lease === null ? null : randomUUID(), lease],
  );
}

it('measures idle work from when it could have begun, excluding leased or scheduled work', async () => {
  expect(await gauge('notifier_queue_delay_seconds')).toBe(0);
  await queue(1, 90_000, 30);
  await queue(2, -500, null);
  expect(await gauge('notifier_queue_delay_seconds')).toBe(0);
  // Its worker died; it could be taken over once the lease ended.
  await queue(3, 80_000, -600);
  const afterDeath = await gauge('notifier_queue_delay_seconds');
  expect(afterDeath).toBeGreaterThanOrEqual(600);
  expect(afterDeath).toBeLessThan(10_000);
  await queue(4, 20_000, null);
  expect(await gauge('notifier_queue_delay_seconds')).toBeGreaterThanOrEqual(20_000);
});

it('measures unmatched events', async () => {
  expect(await gauge('notifier_consumer_lag')).toBe(0);
  const publisher = await context.log.createPublisher();
  await publisher.publish(
    SIGNALS_PUBLISHED_TOPIC,
    ['1', '2', '3'].map((id) =>
      toMessage(
        { id, type: SIGNALS_PUBLISHED_TYPE, source: 'test', time: new Date(), data: Buffer.from('') },
        id,
      ),
    ),
  );
  await publisher.close();
  expect(await gauge('notifier_consumer_lag')).toBe(3);
});

it('tells operators how far deliveries lag', async () => {
  const { rows } = await context.pool.query<{ saved_search_id: string }>(
    'SELECT saved_search_id FROM notifier.saved_search ORDER BY saved_search_id LIMIT 2',
  );
  const [failing, waiting] = rows.map((row) => row.saved_search_id);
  await context.pool.query(
    `UPDATE notifier.saved_search SET state = 'failing', failed_at = now() WHERE saved_search_id = $1`,
    [failing],
  );
  await context.pool.query(
    `UPDATE notifier.saved_search SET state = 'waiting_for_records' WHERE saved_search_id = $1`,
    [waiting],
  );
  expect(await gauge('notifier_backlogs')).toBe(0);
  await context.pool.query('INSERT INTO notifier.backlog VALUES ($1, 1, 1)', [waiting]);
  expect(await gauge('notifier_backlogs')).toBe(1);
  expect(await getStatus(context)).toEqual({
    lag: 3n,
    pendingDeliveries: 0n,
    oldestPendingAgeMs: undefined,
    failingSearches: 1n,
    waitingAccounts: 1n,
  });
});

it('reads only pending deliveries for their age, however many were delivered', async () => {
  const { rows } = await context.pool.query<{ saved_search_id: string }>(
    'SELECT saved_search_id FROM notifier.saved_search LIMIT 1',
  );
  await context.pool.query(
    `INSERT INTO notifier.delivery (delivery_id, saved_search_id, signal_ids, body, state, created_at)
     SELECT gen_random_uuid(), $1, '{1}', '', CASE WHEN number > 300 THEN 'delivered' ELSE 'pending' END,
       now() - make_interval(mins => number)
     FROM generate_series(1, 20000) AS number`,
    [rows[0]!.saved_search_id],
  );
  const pool = new Pool({ connectionString: database.connectionString('notifier'), max: 1 });
  try {
    await pool.query('ANALYZE notifier.delivery');
    await pool.query('BEGIN');
    expect(await new StatusStore(pool).oldestUndeliveredSeconds()).toBeCloseTo(300 * 60, -3);
    const { rows: read } = await pool.query<{ rows: string }>(
      `SELECT seq_tup_read + idx_tup_fetch AS rows FROM pg_stat_xact_user_tables
       WHERE schemaname = 'notifier' AND relname = 'delivery'`,
    );
    expect(Number(read[0]!.rows)).toBe(300);
  } finally {
    await pool.end();
  }
  await context.pool.query('DELETE FROM notifier.delivery');
});

it('counts saved searches on hold by reason, until nothing holds them', async () => {
  const { deliveries, pool } = context;
  const claim = () => deliveries.claim(10, randomUUID(), { accountIds: [], hosts: [], atSharedHosts: [] });
  const onHold = () =>
    Promise.all(HOLDS.map((reason) => gauge('notifier_searches_on_hold', `reason="${reason}"`)));
  await pool.query('DELETE FROM notifier.webhook_queue');
  expect(await onHold()).toEqual([0, 0, 0]);
  for (const slot of [5, 6, 7, 8]) await queue(slot, 1, null);
  const [first, ...others] = await claim();
  await deliveries.release(first!, new Date(), 'records');
  for (const [index, lease] of others.entries()) await deliveries.release(lease, new Date(), HOLDS[index]);
  expect(await onHold()).toEqual([2, 1, 1]);
  const again = await claim();
  // They are under inquiry, and stay on hold until there is an outcome.
  expect([again.length, await onHold()]).toEqual([4, [2, 1, 1]]);
  for (const lease of again.slice(0, 2)) await deliveries.release(lease, undefined);
  for (const lease of again.slice(2)) await deliveries.release(lease, new Date());
  expect(await onHold()).toEqual([0, 0, 0]);
});

it('counts failures by step, and continues', async () => {
  await context.pool.query('DELETE FROM notifier.saved_search');
  context.deliveryLoop.start();
  for (const [step, table] of [
    ['deliver', 'delivery'],
    ['queue', 'webhook_queue'],
  ] as const) {
    const failures = () => gauge('notifier_failures_total', `step="${step}"`);
    expect(await failures()).toBe(0);
    await context.pool.query(`ALTER TABLE notifier.${table} RENAME TO away`);
    if (step === 'deliver') await queue(1, 1, null);
    await waitFor(async () => (await failures()) >= 2);
    await context.pool.query(`ALTER TABLE notifier.away RENAME TO ${table}`);
    if (step === 'queue') await queue(2, 1, null);
    await waitFor(
      async () => (await context.pool.query('SELECT FROM notifier.webhook_queue')).rowCount === 0,
    );
  }
  await context.deliveryLoop.stop();
});
