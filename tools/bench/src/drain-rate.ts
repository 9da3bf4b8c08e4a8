import pg from 'pg';
import type { BenchedLedger } from './benched-ledger';
import { round } from './percentiles';

/** Fills the outbox while no relay runs, then starts one. Returns its events per second until the outbox is empty. */
export async function drainRate(
  benched: BenchedLedger,
  events: number,
): Promise<{ events: number; seconds: number; eventsPerSecond: number }> {
  await benched.run({ RELAY: 'off' });
  const database = new pg.Client({ connectionString: benched.databaseUrl('ledger') });
  await database.connect();
  await database.query('TRUNCATE ledger.outbox');
  await database.query(
    `WITH entered AS (
       INSERT INTO ledger.entry (entry_id, account_id, kind, created_at, credential_id, channel, operation, mode, records,
         prepaid_records, request_id, remaining_records)
       SELECT gen_random_uuid(), 'drain-' || n % 1000, 'charge', now(), 'key-' || n % 1000, 'api', 'searchSignals',
         'keyword', 0, 0, 'request-' || n, 0
       FROM generate_series(1, $1) AS n
       RETURNING position, entry_id, account_id, created_at)
     INSERT INTO ledger.outbox (position, event_id, topic, key, created_at)
     SELECT position, entry_id, 'usage.recorded.v1', account_id, created_at FROM entered`,
    [events],
  );
  await benched.run();
  const started = performance.now();
  const isEmpty = async () =>
    (await database.query('SELECT FROM ledger.outbox ORDER BY position LIMIT 1')).rowCount === 0;
  while (!(await isEmpty())) await new Promise((done) => setTimeout(done, 20));
  const seconds = (performance.now() - started) / 1000;
  await database.end();
  return { events, seconds: round(seconds), eventsPerSecond: Math.round(events / seconds) };
}
