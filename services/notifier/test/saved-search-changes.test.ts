import { notifier } from '@heliograph/proto';
import { holdLocks, startBeforeAll, waitFor } from '@heliograph/testing';
import { randomUUID } from 'node:crypto';
import type { Owner } from '../src/domain/saved-search';
import { sendTest } from '../src/rpc/send-test';
import { storeTest } from '../src/storage/test-events';
import { startParts } from './support/notifier';
import { NO_CHANGES, store } from './support/saved-searches';
import { TestReceiver } from './support/test-receiver';

const parts = startBeforeAll(startParts);

/** A saved search waiting for records, whose unpaid delivery is being worked on. It is due once it changes. */
async function begin() {
  const { pool, savedSearches } = parts;
  const { owner, id } = await store(savedSearches);
  const lease = { savedSearchId: id, accountId: owner.accountId, host: null, token: randomUUID() };
  const deliveryId = randomUUID();
  await pool.query(
    `UPDATE notifier.saved_search SET state = 'waiting_for_records' WHERE saved_search_id = $1`,
    [id],
  );
  await pool.query(
    `INSERT INTO notifier.webhook_queue (saved_search_id, account_id, next_at, lease, lease_until)
     VALUES ($1, $2, 'infinity', $3, now() + interval '1 hour')`,
    [id, owner.accountId, lease.token],
  );
  await pool.query(
    `INSERT INTO notifier.delivery (delivery_id, saved_search_id, signal_ids, body, state)
     VALUES ($1, $2, '{1}', '{}', 'unpaid')`,
    [deliveryId, id],
  );
  const isDue = async () => {
    const { rows } = await pool.query<{ is_due: boolean }>(
      'SELECT next_at <= now() AS is_due FROM notifier.webhook_queue WHERE saved_search_id = $1',
      [id],
    );
    return rows[0]!.is_due;
  };
  return { owner, id, lease, deliveryId, isDue };
}

const lowerMaximum = (owner: Owner, id: string) =>
  parts.savedSearches.update(owner, id, { ...NO_CHANGES, maximumRecordsPerDay: 5 }, () => '');

it.each([
  ['deleted', (owner: Owner, id: string) => parts.savedSearches.delete(owner, id)],
  ['changed', (owner: Owner, id: string) => lowerMaximum(owner, id).then(Boolean)],
])('is %s while its delivery is paid, without a deadlock', async (_, change) => {
  const { pool, deliveries } = parts;
  const { owner, id, lease, deliveryId } = await begin();
  const ofDelivery = 'SELECT FROM notifier.delivery WHERE delivery_id = $1 FOR UPDATE';
  const locks = await holdLocks(pool, ofDelivery, [deliveryId]);
  const paid = deliveries.recordPayment(lease, deliveryId, 1);
  await locks.untilAnotherWaits();
  const changed = change(owner, id);
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await waitFor(async () => (await pool.query(waiting)).rowCount === 2);
  await locks.rollback();
  expect(await Promise.allSettled([paid, changed])).toEqual([
    { status: 'fulfilled', value: true },
    { status: 'fulfilled', value: true },
  ]);
});

it('is due as soon as it is active again, or a test event was answered', async () => {
  const changed = await begin();
  await lowerMaximum(changed.owner, changed.id);
  expect(await changed.isDue()).toBe(true);
  for (const failure of ['There was no response.', undefined]) {
    const { id, isDue } = await begin();
    const attempt = { at: new Date(), status: undefined, failure, nextInMs: undefined, readAt: undefined };
    await storeTest(parts.pool, id, { id: randomUUID(), body: '{}', attempt });
    expect(await isDue()).toBe(failure === undefined);
  }
});

it('does not exist if it was deleted while its test event waited', async () => {
  const receiver = new TestReceiver();
  await receiver.start();
  const { savedSearches } = parts;
  const { owner, id } = await store(savedSearches);
  await savedSearches.update(owner, id, { ...NO_CHANGES, webhookUrl: receiver.url }, () => '');
  receiver.answer = (response) =>
    void savedSearches.delete(owner, id).then(() => response.writeHead(204).end());
  const request = notifier.SendTestRequest.fromPartial({ accountId: owner.accountId, savedSearchId: id });
  await expect(sendTest(parts, request, false)).rejects.toMatchObject({ code: 'not_found' });
  await receiver.stop();
});
