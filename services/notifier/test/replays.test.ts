import { holdLocks, startBeforeAll, waitFor } from '@heliograph/testing';
import { Pool, type PoolClient } from 'pg';
import type { Socket } from 'node:net';
import { replayAllSince } from '../src/storage/replays';
import { call, startTestNotifier } from './support/notifier';
import { changesOf, create, WEBHOOK_URL } from './support/saved-searches';

const running = startBeforeAll(startTestNotifier);

it('counts all deliveries since a time without reading their bodies', async () => {
  const { client, database } = running;
  const { id: savedSearchId, accountId } = await create(client, { webhookUrl: WEBHOOK_URL });
  const pool = new Pool({ connectionString: database.connectionString('notifier'), max: 1 });
  let connected: PoolClient | undefined;
  pool.on('connect', (connection) => (connected = connection));
  await pool.query(
    `INSERT INTO notifier.delivery (delivery_id, saved_search_id, signal_ids, body, state, created_at)
     SELECT gen_random_uuid(), $1, ARRAY[1], repeat('x', 100000), 'delivered', now() - make_interval(hours => hours)
     FROM generate_series(1, 20) AS hours`,
    [savedSearchId],
  );
  const { stream } = (connected as unknown as { connection: { stream: Socket } }).connection;
  const before = stream.bytesRead;
  const since = new Date(Date.now() - 10.5 * 3_600_000);
  expect(await replayAllSince(pool, { savedSearchId, accountId }, since)).toBe(10);
  expect(stream.bytesRead - before).toBeLessThan(10_000);
  await pool.end();
  expect(await client.replaySince({ accountId, savedSearchId, since }, call)).toEqual({ deliveries: 10 });
});

it('replays many deliveries in parts, and a new webhook changes few of them', async () => {
  const { client, pool } = running;
  const { id: savedSearchId, accountId } = await create(client, { webhookUrl: WEBHOOK_URL });
  // Leased to another process, so that nothing is sent.
  await pool.query(
    `INSERT INTO notifier.webhook_queue (saved_search_id, account_id, lease, lease_until)
     VALUES ($1, $2, gen_random_uuid(), 'infinity')`,
    [savedSearchId, accountId],
  );
  await pool.query(
    `INSERT INTO notifier.delivery (delivery_id, saved_search_id, signal_ids, body, state, created_at)
     SELECT gen_random_uuid(), $1, ARRAY[1], '', 'delivered', now() - make_interval(secs => seconds)
     FROM generate_series(1, 2500) AS seconds`,
    [savedSearchId],
  );
  /** Deliveries by the transaction that wrote them last. */
  const written = async () =>
    new Map(
      (
        await pool.query<{ id: string; count: string }>(
          `SELECT xmin AS id, count(*) FROM notifier.delivery WHERE saved_search_id = $1 AND state = 'pending' GROUP BY 1`,
          [savedSearchId],
        )
      ).rows.map(({ id, count }) => [id, Number(count)]),
    );
  const since = new Date(Date.now() - 3_600_000);
  expect(await client.replaySince({ accountId, savedSearchId, since }, call)).toEqual({ deliveries: 2500 });
  const replayed = await written();
  expect([...replayed.values()].sort()).toEqual([1000, 1000, 500]);
  const webhook = { url: `${WEBHOOK_URL}/other` };
  await client.updateSavedSearch(changesOf({ id: savedSearchId, accountId }, { webhook }), call);
  const changed = [...(await written())].filter(([id]) => !replayed.has(id));
  expect(changed.map(([, count]) => count)).toEqual([1]);
});

it('can run while its saved search is deleted', async () => {
  const { client, pool } = running;
  const { id: savedSearchId, accountId } = await create(client, { webhookUrl: WEBHOOK_URL });
  await pool.query(
    `INSERT INTO notifier.delivery (delivery_id, saved_search_id, signal_ids, body, state)
     VALUES (gen_random_uuid(), $1, ARRAY[1], '', 'delivered')`,
    [savedSearchId],
  );
  await pool.query(
    `INSERT INTO notifier.webhook_queue (saved_search_id, account_id, next_at) VALUES ($1, $2, 'infinity')`,
    [savedSearchId, accountId],
  );
  const held = await holdLocks(pool, 'SELECT FROM notifier.delivery WHERE saved_search_id = $1 FOR UPDATE', [
    savedSearchId,
  ]);
  const replayed = client.replaySince({ accountId, savedSearchId, since: new Date(0) }, call);
  await held.untilAnotherWaits();
  const deleted = client.deleteSavedSearch({ accountId, id: savedSearchId }, call);
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await waitFor(async () => (await pool.query(waiting)).rowCount === 2);
  await held.rollback();
  expect(await replayed).toEqual({ deliveries: 1 });
  await deleted;
});

it('finds no saved search once it is deleted', async () => {
  const { client, pool } = running;
  const { id: savedSearchId, accountId } = await create(client, { webhookUrl: WEBHOOK_URL });
  const held = await holdLocks(pool, 'DELETE FROM notifier.saved_search WHERE saved_search_id = $1', [
    savedSearchId,
  ]);
  const replayed = client.replaySince({ accountId, savedSearchId, since: new Date(0) }, call);
  // It may be refused before the commit returns here.
  const refused = expect(replayed).rejects.toMatchObject({ code: 'not_found' });
  await held.untilAnotherWaits();
  await held.commit();
  await refused;
});
