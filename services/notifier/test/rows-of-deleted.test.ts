import { holdLocks, startBeforeAll, waitFor } from '@heliograph/testing';
import type { Pool } from 'pg';
import { DeliveryStore } from '../src/storage/delivery-store';
import { call, startTestNotifier } from './support/notifier';
import { create, WEBHOOK_URL } from './support/saved-searches';

const running = startBeforeAll(startTestNotifier);

const ROWS = 2_500;

/** Gives a saved search matches, and deliveries in all states, not due. */
async function fill(pool: Pool, savedSearchId: string): Promise<void> {
  await pool.query(
    `INSERT INTO notifier.match (saved_search_id, signal_id, version, waits)
     SELECT $1, n, n, false FROM generate_series(1, ${ROWS}) AS n`,
    [savedSearchId],
  );
  await pool.query(
    `INSERT INTO notifier.delivery (delivery_id, saved_search_id, signal_ids, body, state)
     SELECT gen_random_uuid(), $1, ARRAY[n], '', (ARRAY['delivered', 'failed', 'pending'])[1 + n % 3]
     FROM generate_series(1, ${ROWS}) AS n`,
    [savedSearchId],
  );
}

/** How many rows a saved search has, and whether they are to be removed. */
async function leftOf(pool: Pool, savedSearchId: string): Promise<Record<string, number>> {
  const { rows } = await pool.query<Record<string, number>>(
    `SELECT (SELECT count(*)::int FROM notifier.match WHERE saved_search_id = $1) AS matches,
       (SELECT count(*)::int FROM notifier.delivery WHERE saved_search_id = $1) AS deliveries,
       (SELECT count(*)::int FROM notifier.saved_search_to_clear WHERE saved_search_id = $1) AS marks`,
    [savedSearchId],
  );
  return rows[0]!;
}

const untilLeft = (pool: Pool, id: string, left: Record<string, number>) =>
  waitFor(async () => JSON.stringify(await leftOf(pool, id)) === JSON.stringify(left));

it('a deletion does not wait for the removal of matches and deliveries, nor do others', async () => {
  const { client, pool } = running;
  const { id, accountId } = await create(client, { webhookUrl: WEBHOOK_URL });
  await fill(pool, id);
  const held = await holdLocks(
    pool,
    `SELECT FROM notifier.match JOIN notifier.delivery USING (saved_search_id)
     WHERE saved_search_id = $1 AND signal_id = 8 AND signal_ids = '{8}' FOR UPDATE`,
    [id],
  );
  await client.deleteSavedSearch({ accountId, id }, call);
  await create(client, { accountId });
  await expect(
    client.listDeliveries({ accountId, savedSearchId: id, cursor: '', limit: 10 }, call),
  ).rejects.toMatchObject({ code: 'not_found' });
  await untilLeft(pool, id, { matches: 1, deliveries: 1, marks: 1 });
  // A worker that found the saved search before it was deleted sends nothing.
  expect(await new DeliveryStore(pool, 60).oldestOpen(id)).toBeUndefined();
  await held.rollback();
  await untilLeft(pool, id, { matches: 0, deliveries: 0, marks: 0 });
});

it('what a previous version, or a killed process, leaves behind is removed', async () => {
  const { client, pool } = running;
  const { id } = await create(client, { webhookUrl: WEBHOOK_URL });
  await fill(pool, id);
  await pool.query('DELETE FROM notifier.saved_search WHERE saved_search_id = $1', [id]);
  await untilLeft(pool, id, { matches: 0, deliveries: 0, marks: 0 });
});
