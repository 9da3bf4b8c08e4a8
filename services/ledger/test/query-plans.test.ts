import { uuidv7 } from '@heliograph/runtime';
import { startBeforeAll, waitFor } from '@heliograph/testing';
import { SignalStore } from '../src/storage/signal-store';
import { responseOf, beginOf, call, chargeOf, rowsOf, startTestLedger } from './support/ledger';

const BATCH = 50;
const ROWS = 20_000;

const running = startBeforeAll(() => startTestLedger({ BATCHER_SHARDS: '1' }));

/** Claims a batch of keys and charges a batch with them, within budgets, each for a new account. */
async function runBatch(name: string): Promise<void> {
  const { client } = running;
  const numbers = Array.from({ length: BATCH }, (_, index) => index);
  const claims = await Promise.all(
    numbers.map((index) => client.begin(beginOf({ idempotencyKey: `key-${name}-${index}` }), call)),
  );
  await Promise.all(
    numbers.map((index) =>
      client.chargeWithinBudget(
        {
          charge: chargeOf({
            accountId: `${name}-${index}`,
            records: 1,
            idempotency: {
              idempotencyKey: `key-${name}-${index}`,
              claim: claims[index]!.claim,
              response: responseOf('{}'),
            },
          }),
          budget: { id: 'run', records: 10 },
        },
        call,
      ),
    ),
  );
}

/** Rows read from the tables since the database was created, by any method, once all backends have reported. */
async function rowsRead(entries: number): Promise<Record<string, number>> {
  return waitFor(async () => {
    // A backend reports at the end of a transaction, at most once a second.
    await running.client.getUsage({ accountId: 'poke', month: '' }, call);
    const rows = await rowsOf(
      running.pool,
      `SELECT relname AS table, (seq_tup_read + idx_tup_fetch)::int AS read, n_tup_ins::int AS inserted
       FROM pg_stat_user_tables WHERE schemaname = 'ledger'`,
    );
    const entry = rows.find((row) => row.table === 'entry');
    return entry?.inserted === entries && Object.fromEntries(rows.map((row) => [row.table, row.read]));
  });
}

it('reads by key, even with plans made when the tables were empty', async () => {
  const { pool } = running;
  // The one connection that batches currently use now has its plans.
  for (let round = 0; round < 8; round += 1) await runBatch(`early${round}`);
  await pool.query(
    `INSERT INTO ledger.account (account_id, opened_at, api_granted, api_remaining, cli_granted, cli_remaining)
     SELECT 'other-' || n, now(), 100, 100, 500, 500 FROM generate_series(1, ${ROWS}) AS n`,
  );
  await pool.query(
    `INSERT INTO ledger.idempotency (credential_id, idempotency_key, fingerprint, claim, claimed_at, free_at)
     SELECT 'credential-1', 'other-' || n, '\\x00', gen_random_uuid(), now(), now() + interval '1 hour'
     FROM generate_series(1, ${ROWS}) AS n`,
  );
  await pool.query(
    `INSERT INTO ledger.budget_hour (account_id, budget_id, hour, records)
     SELECT 'other-' || n, 'run', date_trunc('hour', now()), 1 FROM generate_series(1, ${ROWS}) AS n`,
  );
  // Each account has a grant and a charge; one used only for reporting has a grant.
  const before = await rowsRead(8 * BATCH * 2 + 1);
  await runBatch('late');
  const after = await rowsRead(9 * BATCH * 2 + 1);
  for (const table of ['account', 'idempotency', 'entry', 'usage_total', 'stored_answer', 'budget_hour']) {
    expect([table, after[table]! - before[table]! < 10 * BATCH]).toEqual([table, true]);
  }
});

it('reads what keys with a shared cap used by key, even with a plan made for accounts with few keys', async () => {
  const [keys, members] = [2_000, 50];
  await running.pool.query(
    `INSERT INTO ledger.usage_total (account_id, month, credential_id, channel, operation, requests, records)
     SELECT CASE WHEN n <= ${keys} THEN 'many-keys' ELSE 'few-keys-' || n END,
       date_trunc('month', now() AT TIME ZONE 'UTC')::date, 'key-' || n, 'api', 'search', 1, 1
     FROM generate_series(1, ${keys} + ${ROWS}) AS n`,
  );
  await running.pool.query(
    `INSERT INTO ledger.credential_lineage (credential_id, account_id, lineage_id)
     SELECT 'key-' || n, 'many-keys', 'key-1' FROM generate_series(2, ${members}) AS n`,
  );
  await running.pool.query('ANALYZE ledger.usage_total, ledger.credential_lineage');
  const connection = await running.pool.connect();
  try {
    await connection.query('BEGIN');
    // PostgreSQL keeps a plan after five executions.
    for (let round = 0; round < 8; round += 1) {
      const { rows } = await connection.query<{ records: string }>(
        `SELECT ledger.lock_lineage('many-keys', 'key-2', 'key-1', 1, 1) AS records`,
      );
      expect(Number(rows[0]!.records)).toBe(members - 1);
    }
    const { rows } = await connection.query<{ read: number }>(
      `SELECT (seq_tup_read + idx_tup_fetch)::int AS read FROM pg_stat_xact_user_tables
       WHERE schemaname = 'ledger' AND relname = 'usage_total'`,
    );
    expect(rows[0]!.read).toBeLessThan(8 * 2 * members);
  } finally {
    await connection.query('ROLLBACK');
    connection.release();
  }
});

it('looks up each signal of a charge, even with a plan made for accounts with few signals', async () => {
  await running.pool.query(
    `INSERT INTO ledger.received_signal (account_id, signal_id, at, event_id)
     SELECT CASE WHEN n % 2 = 0 THEN 'many-signals' ELSE 'few-signals-' || n END, n, now(), gen_random_uuid()
     FROM generate_series(1, ${ROWS}) AS n`,
  );
  await running.pool.query('ANALYZE ledger.received_signal');
  const connection = await running.pool.connect();
  try {
    await connection.query('BEGIN');
    const [charged] = await new SignalStore(connection).charge([
      {
        eventId: uuidv7(),
        accountId: 'many-signals',
        credentialId: 'credential-1',
        channel: 'api',
        operation: 'search',
        mode: 'keyword',
        requestId: 'request-1',
        monthlyCapRecords: undefined,
        idempotency: undefined,
        maximumRecords: undefined,
        signalIds: ['2', '4', String(ROWS + 1), String(ROWS + 2)],
      },
    ]);
    expect(charged).toMatchObject({ verdict: 'charged', records: 2 });
    const { rows } = await connection.query<{ read: number }>(
      `SELECT (seq_tup_read + idx_tup_fetch)::int AS read FROM pg_stat_xact_user_tables
       WHERE schemaname = 'ledger' AND relname = 'received_signal'`,
    );
    expect(rows[0]!.read).toBeLessThan(10);
  } finally {
    await connection.query('ROLLBACK');
    connection.release();
  }
});
