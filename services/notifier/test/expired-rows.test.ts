import { startBeforeAll } from '@heliograph/testing';
import { removeExpiredRows } from '../src/storage/expired-rows';
import { startTestNotifier } from './support/notifier';
import { create, WEBHOOK_URL } from './support/saved-searches';

const running = startBeforeAll(startTestNotifier);

it('of deliveries from 30 days ago all go except those that were charged and are still to be sent', async () => {
  const { client, pool } = running;
  const { id } = await create(client, { webhookUrl: WEBHOOK_URL });
  await pool.query(
    `INSERT INTO notifier.delivery (delivery_id, saved_search_id, signal_ids, body, state, created_at)
     SELECT gen_random_uuid(), $1, ARRAY[1, 2, 3], '{}', state, now() - make_interval(days => days)
     FROM unnest(ARRAY['unpaid', 'pending', 'delivered', 'failed']) AS state, unnest(ARRAY[29, 31]) AS days`,
    [id],
  );
  await pool.query(
    `INSERT INTO notifier.match (saved_search_id, signal_id, version, waits, matched_at)
     SELECT $1, days + waits::int * 100, 1, waits, now() - make_interval(days => days)
     FROM unnest(ARRAY[true, false]) AS waits, unnest(ARRAY[29, 31]) AS days`,
    [id],
  );
  expect(await removeExpiredRows(pool)).toEqual({ removed: 5, lostMatches: 4 });
  const { rows } = await pool.query<{ state: string }>(
    `SELECT state FROM notifier.delivery WHERE created_at < now() - interval '30 days'`,
  );
  expect(rows).toEqual([{ state: 'pending' }]);
});

it('of more than a statement removes, all go in one sweep, or none once it is stopped', async () => {
  const { client, pool } = running;
  const { id } = await create(client, { webhookUrl: WEBHOOK_URL });
  const old = `now() - interval '31 days' FROM generate_series(1, 2500) AS row`;
  await pool.query(
    `INSERT INTO notifier.delivery (delivery_id, saved_search_id, signal_ids, body, state, created_at)
     SELECT gen_random_uuid(), $1, ARRAY[row], '{}', 'unpaid', ${old}`,
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
  expect(await removeExpiredRows(pool)).toEqual({ removed: 7_500, lostMatches: 5_000 });
});
