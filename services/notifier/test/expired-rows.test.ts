import { holdLocks, startBeforeAll } from '@heliograph/testing';
import { Pool } from 'pg';
import { removeExpiredRows } from '../src/storage/expired-rows';
import { call, startTestNotifier } from './support/notifier';
import { create, WEBHOOK_URL } from './support/saved-searches';

const running = startBeforeAll(startTestNotifier);

it('finished deliveries are removed after 30 days; unpaid ones are marked for discarding, even on hold', async () => {
  const { client, pool } = running;
  const { id } = await create(client, { webhookUrl: WEBHOOK_URL });
  await pool.query(
    `INSERT INTO notifier.delivery (delivery_id, saved_search_id, signal_ids, body, state, created_at)
     SELECT gen_random_uuid(), $1, ARRAY[1, 2, 3], '{}', state, now() - make_interval(days => days)
     FROM unnest(ARRAY['unpaid', 'pending', 'delivered', 'failed']) AS state, unnest(ARRAY[29, 31]) AS days`,
    [id],
  );
  // Never due, as while its receiver is failing.
  await pool.query(
    `INSERT INTO notifier.webhook_queue (saved_search_id, account_id, next_at) SELECT saved_search_id, account_id, 'infinity'
     FROM notifier.saved_search WHERE saved_search_id = $1`,
    [id],
  );
  await pool.query(
    `INSERT INTO notifier.match (saved_search_id, signal_id, version, waits, matched_at)
     SELECT $1, days + waits::int * 100, 1, waits, now() - make_interval(days => days)
     FROM unnest(ARRAY[true, false]) AS waits, unnest(ARRAY[29, 31]) AS days`,
    [id],
  );
  expect(await removeExpiredRows(pool)).toEqual({ removed: 4, lostMatches: 4 });
  const { rows } = await pool.query<{ state: string; is_unmade: boolean }>(
    `SELECT state, is_unmade FROM notifier.delivery WHERE created_at < now() - interval '30 days' ORDER BY state`,
  );
  expect(rows).toEqual([
    { state: 'pending', is_unmade: false },
    { state: 'unpaid', is_unmade: true },
  ]);
  const woken = `SELECT FROM notifier.webhook_queue WHERE saved_search_id = $1 AND next_at < 'infinity'`;
  expect((await pool.query(woken, [id])).rowCount).toBe(1);
  // They are marked only once.
  expect(await removeExpiredRows(pool)).toEqual({ removed: 0, lostMatches: 0 });
});

it('one sweep removes more than one statement can, or nothing once it is stopped', async () => {
  const { client, pool } = running;
  const { id } = await create(client, { webhookUrl: WEBHOOK_URL });
  const old = `now() - interval '31 days' FROM generate_series(1, 2500) AS row`;
  await pool.query(
    `INSERT INTO notifier.delivery (delivery_id, saved_search_id, signal_ids, body, state, created_at)
     SELECT gen_random_uuid(), $1, ARRAY[row], '{}', 'failed', ${old}`,
    [id],
  );
  await pool.query(
    `INSERT INTO notifier.match (saved_search_id, signal_id, version, waits, matched_at) SELECT $1, row, 1, true, ${old}`,
    [id],
  );
  await pool.query(
    `INSERT INTO notifier.mail (mail_id, kind, account_id, content, created_at)
     SELECT gen_random_uuid(), 'alert', gen_random_uuid(), '{}', ${old}`,
  );
  expect(await removeExpiredRows(pool, () => true)).toEqual({ removed: 0, lostMatches: 0 });
  expect(await removeExpiredRows(pool)).toEqual({ removed: 7_500, lostMatches: 2_500 });
});

it('a sweep does not wait for a saved search that is being deleted, which could wait for it', async () => {
  const { client, pool, database } = running;
  const { id, accountId } = await create(client, { webhookUrl: WEBHOOK_URL });
  await pool.query(
    `INSERT INTO notifier.delivery (delivery_id, saved_search_id, signal_ids, body, state, created_at)
     VALUES (gen_random_uuid(), $1, ARRAY[1], '{}', 'unpaid', now() - interval '31 days')`,
    [id],
  );
  await pool.query(
    `INSERT INTO notifier.webhook_queue (saved_search_id, account_id, next_at) VALUES ($1, $2, 'infinity')`,
    [id, accountId],
  );
  const held = await holdLocks(
    pool,
    'SELECT FROM notifier.webhook_queue WHERE saved_search_id = $1 FOR UPDATE',
    [id],
  );
  const deleted = client.deleteSavedSearch({ accountId, id }, call);
  await held.untilAnotherWaits();
  const sweeping = new Pool({
    connectionString: database.connectionString('notifier'),
    max: 1,
    lock_timeout: 5_000,
  });
  try {
    expect(await removeExpiredRows(sweeping)).toEqual({ removed: 0, lostMatches: 0 });
  } finally {
    await sweeping.end();
    await held.rollback();
  }
  await deleted;
});
