import { startBeforeAll, waitFor } from '@heliograph/testing';
import { responseOf, beginOf, call, chargeOf, rowsOf, startTestLedger } from './support/ledger';

const running = startBeforeAll(() => startTestLedger({ IDEMPOTENCY_CLEANUP_INTERVAL_MS: '100' }));
beforeAll(() => running.startPeer());

it('removes expired keys in batches, with their responses, and keeps the rest', async () => {
  const { client, pool } = running;
  const keep = beginOf({ idempotencyKey: 'key-kept-00' });
  const { claim } = await client.begin(keep, call);
  const idempotency = { idempotencyKey: keep.idempotencyKey, claim, response: responseOf('kept') };
  await client.charge(chargeOf({ idempotency, records: 1 }), call);
  // Claimed long ago but completed only now: its day has just started.
  await pool.query(`UPDATE ledger.idempotency SET claimed_at = now() - interval '3 days'`);
  await client.begin(beginOf({ idempotencyKey: 'key-running-0' }), call);

  // More than two batches, half of them completed.
  await pool.query(
    `WITH old AS (
       INSERT INTO ledger.idempotency
         (credential_id, idempotency_key, fingerprint, claim, claimed_at, completed_at, free_at)
       SELECT 'c', 'old-' || n, '\\x00', gen_random_uuid(), now() - interval '2 days',
         CASE WHEN n % 2 = 0 THEN now() - interval '2 days' END, now() - interval '1 day'
       FROM generate_series(1, 2500) AS n
       RETURNING claim, completed_at
     )
     INSERT INTO ledger.stored_answer
       (claim, account_id, channel, status, content_type, body_encoding, body)
     SELECT claim, 'a', 'api', 200, 'application/json', 'identity', '{}' FROM old WHERE completed_at IS NOT NULL`,
  );
  const left = async () => rowsOf(pool, 'SELECT idempotency_key AS key FROM ledger.idempotency ORDER BY 1');
  await waitFor(async () => (await left()).length <= 2);
  expect(await left()).toEqual([{ key: 'key-kept-00' }, { key: 'key-running-0' }]);
  expect(await rowsOf(pool, 'SELECT claim FROM ledger.stored_answer')).toEqual([{ claim }]);
});
