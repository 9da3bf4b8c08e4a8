import { call, chargeOf, rowsOf } from './support/ledger';
import { allowConnections, readAll, startRelayingLedger, untilDrained } from './support/relay';

const WAITING = 30_000;
/** For a slow, shared machine. */
const SLOWEST_EVENTS_A_SECOND = 1_000;

it('quickly drains an outbox that filled for hours, while charging continues and an old snapshot keeps every dead row', async () => {
  const running = await startRelayingLedger({ RELAY_POLL_INTERVAL_MS: '20' });
  const { client, pool, log, logDatabase } = running;
  const reader = await pool.connect();
  try {
    await allowConnections(logDatabase, false);
    await client.charge(chargeOf({ accountId: 'account-first', records: 0 }), call);
    await pool.query(
      `WITH entered AS (
         INSERT INTO ledger.entry (entry_id, account_id, kind, created_at, credential_id, channel, operation, mode,
           records, prepaid_records, request_id, remaining_records)
         SELECT gen_random_uuid(), 'account-' || n % 100, 'charge', now() - interval '3 hours', 'c', 'api',
           'searchSignals', '', 0, 0, 'r', 0
         FROM generate_series(1, $1) AS n
         RETURNING position, entry_id, account_id, created_at)
       INSERT INTO ledger.outbox SELECT position, entry_id, 'usage.recorded.v1', account_id, created_at FROM entered`,
      [WAITING],
    );
    await client.charge(chargeOf({ accountId: 'account-behind-all', records: 1 }), call);
    expect((await client.getOutboxStatus({}, call)).pending).toBe(BigInt(WAITING + 2));
    await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT FROM ledger.outbox LIMIT 1');

    await allowConnections(logDatabase, true);
    const began = performance.now();
    let isOver = false;
    const charging = (async () => {
      while (!isOver) await client.charge(chargeOf({ accountId: 'account-meanwhile', records: 0 }), call);
    })();
    await untilDrained(pool, 100);
    const seconds = (performance.now() - began) / 1000;
    isOver = true;
    await charging;
    await untilDrained(pool);
    const published = new Set((await readAll(log)).map(({ headers }) => headers.ce_id));
    const entries = await rowsOf(pool, `SELECT entry_id::text AS id FROM ledger.entry WHERE kind = 'charge'`);
    expect(entries.filter(({ id }) => !published.has(String(id)))).toEqual([]);
    expect(WAITING / seconds).toBeGreaterThan(SLOWEST_EVENTS_A_SECOND);
  } finally {
    await reader.query('ROLLBACK');
    reader.release();
    await running.stop();
  }
});
