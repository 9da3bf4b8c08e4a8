import { startBeforeEach } from '@heliograph/testing';
import { endWaitsAhead } from '../src/storage/waits-ahead';
import { startParts } from './support/notifier';
import { store } from './support/saved-searches';

// Rows from while the database's clock was ahead.
const parts = startBeforeEach(startParts);

/** Stores rows whose waits end then. @returns the saved search that they belong to. */
async function storeWaits(ends: string): Promise<string> {
  const { id, owner } = await store(parts.savedSearches);
  const run = (sql: string, ...values: string[]) => parts.pool.query(sql, values);
  const at = `now() + interval '${ends}'`;
  await run(
    `INSERT INTO notifier.webhook_queue (saved_search_id, account_id, next_at, lease, lease_until)
     VALUES ($1, $2, ${at}, gen_random_uuid(), ${at})`,
    ...[id, owner.accountId],
  );
  await run(
    `INSERT INTO notifier.delivery (delivery_id, saved_search_id, signal_ids, body, state, next_attempt_at)
     VALUES (gen_random_uuid(), $1, '{1}', '{}', 'pending', ${at})`,
    id,
  );
  await run(
    `INSERT INTO notifier.charge_to_void (event_id, account_id, saved_search_id, next_at)
     VALUES (gen_random_uuid(), $1, $2, ${at})`,
    ...[owner.accountId, id],
  );
  await run(
    `INSERT INTO notifier.digest (saved_search_id, account_id, slot, frequency, covered_since, period_end, next_at, lease_until)
     VALUES ($1, $2, 1, 'weekly', ${at}, ${at}, ${at}, ${at})`,
    ...[id, owner.accountId],
  );
  await run(
    `INSERT INTO notifier.alert (account_id, usage, next_at, lease_until) VALUES ($1, true, ${at}, ${at})`,
    owner.accountId,
  );
  await run(
    `INSERT INTO notifier.mail (mail_id, kind, account_id, content, next_at, lease_until)
     VALUES (gen_random_uuid(), 'alert', $1, '{}', ${at}, ${at})`,
    owner.accountId,
  );
  return id;
}

/** How many of the times are over. */
async function over(): Promise<number> {
  const { rows } = await parts.pool.query<{ count: string }>(
    `SELECT count(*) FROM (
       SELECT unnest(ARRAY[next_at, lease_until]) FROM notifier.webhook_queue
       UNION ALL SELECT next_attempt_at FROM notifier.delivery
       UNION ALL SELECT next_at FROM notifier.charge_to_void
       UNION ALL SELECT unnest(ARRAY[next_at, lease_until, period_end, covered_since]) FROM notifier.digest
       UNION ALL SELECT unnest(ARRAY[next_at, lease_until]) FROM notifier.alert
       UNION ALL SELECT unnest(ARRAY[next_at, lease_until]) FROM notifier.mail) AS times (at)
     WHERE at <= now()`,
  );
  return Number(rows[0]!.count);
}

it.each(['9 days', '20 years'])('a wait of another %s ends', async (ends) => {
  await storeWaits(ends);
  expect(await endWaitsAhead(parts.pool)).toBe(10);
  expect(await over()).toBe(12);
});

it('a wait of regular length goes on, and so does one for a change', async () => {
  const id = await storeWaits('1 hour');
  await parts.pool.query(
    `UPDATE notifier.webhook_queue SET next_at = 'infinity', lease_until = NULL WHERE saved_search_id = $1`,
    [id],
  );
  await parts.pool.query(`UPDATE notifier.digest SET next_at = now() + interval '7 days'`);
  expect([await endWaitsAhead(parts.pool), await over()]).toEqual([0, 0]);
});

it('matches found then are delivered, and charges from then do not count for today', async () => {
  const { deliveries, pool, savedSearches } = parts;
  const { id } = await store(savedSearches);
  await pool.query(
    `INSERT INTO notifier.match (saved_search_id, signal_id, version, matched_at) VALUES ($1, 1, 1, now() + interval '1 year')`,
    [id],
  );
  await pool.query(
    `INSERT INTO notifier.delivery (delivery_id, saved_search_id, signal_ids, body, state, paid_at, charged_records)
     SELECT gen_random_uuid(), $1, '{2}', '{}', 'delivered', at, 3 FROM unnest(ARRAY[now(), now() + interval '1 year']) AS at`,
    [id],
  );
  const [waiting] = await deliveries.waiting(id, 1);
  expect(waiting!.ageMs).toBeGreaterThan(1_000);
  expect((await deliveries.receiver(id))!.chargedToday).toBe(3);
});
