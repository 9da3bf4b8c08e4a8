import { uuidv7 } from '@heliograph/runtime';
import { Pool } from 'pg';
import type { Context } from '../src/context';
import { DeliveryStore, type Busy } from '../src/storage/delivery-store';
import { startParts } from './support/notifier';

let parts: Context;
/** One connection, whose transaction's statistics count what a claim reads. */
let counted: Pool;
let stop: () => Promise<void>;
beforeAll(async () => {
  const { database, ...started } = await startParts();
  parts = started;
  counted = new Pool({ connectionString: database.connectionString('notifier'), max: 1 });
  stop = async () => {
    await counted.end();
    await started.stop();
  };
});
afterAll(() => stop?.());

const NOTHING: Busy = { accountIds: [], hosts: [], atSharedHosts: [] };
const claimFrom = (pool: Pool, busy: Partial<Busy>) =>
  new DeliveryStore(pool, 60).claim(8, uuidv7(), { ...NOTHING, ...busy });

/** Queues a saved search for each webhook. */
async function queue(accountId: string, urls: readonly string[]): Promise<void> {
  await parts.pool.query(
    `WITH saved AS (
       INSERT INTO notifier.saved_search
         (saved_search_id, account_id, is_test, slot, name, query, filters, version, webhook_url, secret)
       SELECT gen_random_uuid(), $1, false, n, 'x', '{}', '', n, url, 'x'
       FROM unnest($2::text[]) WITH ORDINALITY AS given (url, n) RETURNING saved_search_id, account_id)
     INSERT INTO notifier.webhook_queue (saved_search_id, account_id) SELECT * FROM saved`,
    [accountId, urls],
  );
}

it('reads only the queue to pass over what waits for busy hosts', async () => {
  const [busy, shared] = [uuidv7(), uuidv7()];
  for (const accountId of [busy, shared])
    await queue(
      accountId,
      Array.from({ length: 50 }, () => `https://${accountId}.example/`),
    );
  await counted.query('BEGIN');
  const atSharedHosts = [{ accountId: shared, host: `${shared}.example` }];
  expect(await claimFrom(counted, { hosts: [`${busy}.example`], atSharedHosts })).toEqual([]);
  const { rows } = await counted.query<{ rows: string }>(
    `SELECT seq_tup_read + coalesce(idx_tup_fetch, 0) AS rows FROM pg_stat_xact_user_tables
     WHERE schemaname = 'notifier' AND relname = 'saved_search'`,
  );
  await counted.query('ROLLBACK');
  expect(Number(rows[0]!.rows)).toBe(0);
  await parts.pool.query('DELETE FROM notifier.saved_search');
});

it("knows each webhook's current host", async () => {
  const accountId = uuidv7();
  await queue(accountId, [
    'https://Hooks.example.com:8443/a',
    'https://[2001:DB8::1]:8443/b?c',
    'https://d.example',
  ]);
  await parts.pool.query(
    `UPDATE notifier.saved_search SET webhook_url = 'https://moved.example?e' WHERE webhook_url = 'https://d.example'`,
  );
  const hosts = ['hooks.example.com', '[2001:db8::1]', 'moved.example'];
  expect(await claimFrom(parts.pool, { hosts })).toEqual([]);
  const removal = 'SET webhook_url = NULL, secret = NULL WHERE slot = 2';
  await parts.pool.query(`UPDATE notifier.saved_search ${removal}`);
  const claimed = await claimFrom(parts.pool, { hosts });
  expect(claimed).toMatchObject([{ accountId, host: null }]);
  const others = await claimFrom(parts.pool, {});
  expect(others.map(({ host }) => host).sort()).toEqual(['hooks.example.com', 'moved.example']);
});
