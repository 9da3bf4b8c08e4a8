import { Pool } from 'pg';
import { ReceiptStore } from '../src/storage/receipt-store';
import { call, chargeOf, richAccount, startTestLedger, type TestLedger } from './support/ledger';

let running: TestLedger;
let pool: Pool;
beforeAll(async () => {
  running = await startTestLedger();
  pool = new Pool({ connectionString: running.database.connectionString('ledger'), max: 2 });
});
afterAll(async () => {
  await pool.end();
  await running.stop();
});

const charge = async (accountId: string, count: number) => {
  for (let n = 0; n < count; n += 1) await running.client.charge(chargeOf({ accountId, records: n }), call);
};

/** Changes entries, like anyone with write access to the tables. */
async function tamper(sql: string, values: unknown[]): Promise<void> {
  await running.pool.query(
    'ALTER TABLE ledger.entry DISABLE TRIGGER entry_is_append_only; ALTER TABLE ledger.entry DROP CONSTRAINT IF EXISTS entry_is_whole',
  );
  await running.pool.query(sql, values);
  await running.pool.query('ALTER TABLE ledger.entry ENABLE TRIGGER entry_is_append_only');
}

/** Everything but `asOfMs`. */
async function linksOf(store: ReceiptStore, accountId: string, month: string) {
  return { ...(await store.sum(accountId, month)), asOfMs: undefined };
}

const moreToDo = { code: 'unavailable', retryAfterSeconds: 1 };

it('continues where the last call ended, and includes charges made in between', async () => {
  const accountId = await richAccount(running);
  await charge(accountId, 7);
  const month = await new ReceiptStore(pool).currentMonth();
  const parts = new ReceiptStore(pool, { part: 3, timeMs: 0 });
  await expect(parts.sum(accountId, month)).rejects.toMatchObject({
    ...moreToDo,
    message: expect.stringContaining('3 are checked') as string,
  });
  await expect(parts.sum(accountId, month)).rejects.toMatchObject(moreToDo);
  expect(await linksOf(parts, accountId, month)).toEqual(
    await linksOf(new ReceiptStore(pool), accountId, month),
  );
  await charge(accountId, 3);
  // Two complete parts are remembered.
  await expect(parts.sum(accountId, month)).rejects.toMatchObject({
    message: expect.stringContaining('9 are checked') as string,
  });
  const whole = await linksOf(new ReceiptStore(pool), accountId, month);
  expect(whole.last).toMatchObject({ sequence: 10 });
  expect(await linksOf(parts, accountId, month)).toEqual(whole);
});

it.each([
  ['a month that ends with a part', 6],
  ['a month without links', 0],
])('sums %s', async (_, count) => {
  const accountId = await richAccount(running);
  await charge(accountId, count);
  const month = await new ReceiptStore(pool).currentMonth();
  const parts = new ReceiptStore(pool, { part: 3, timeMs: 10_000 });
  expect(await linksOf(parts, accountId, month)).toEqual(
    await linksOf(new ReceiptStore(pool), accountId, month),
  );
});

it.each([
  ['changed', 5, 'UPDATE ledger.entry SET records = records + 1, api_records = api_records - 1'],
  ['removed in a part', 5, 'DELETE FROM ledger.entry'],
  ['removed first in a part', 4, 'DELETE FROM ledger.entry'],
])('notices a link that was %s', async (_, sequence, sql) => {
  const accountId = await richAccount(running);
  await charge(accountId, 7);
  const month = await new ReceiptStore(pool).currentMonth();
  const parts = new ReceiptStore(pool, { part: 3, timeMs: 10_000 });
  expect((await parts.sum(accountId, month)).wrongLinks).toBe(0);
  await tamper(`${sql} WHERE account_id = $1 AND receipt_sequence = $2`, [accountId, sequence]);
  const { wrongLinks } = await new ReceiptStore(pool, { part: 3, timeMs: 10_000 }).sum(accountId, month);
  expect(wrongLinks).toBeGreaterThan(0);
});

// Receipts carry that clock's times, and verifiers compare the two.
it("reports its cutoff by the database's clock", async () => {
  const store = new ReceiptStore(pool);
  const month = await store.currentMonth();
  const clock = async () => {
    const { rows } = await pool.query<{ now: Date }>('SELECT clock_timestamp() AS now');
    return rows[0]!.now.getTime();
  };
  const before = await clock();
  const accountId = await richAccount(running);
  const ahead = jest.spyOn(Date, 'now').mockReturnValue(before + 3_600_000);
  const { asOfMs } = await store.sum(accountId, month).finally(() => ahead.mockRestore());
  expect(asOfMs).toBeGreaterThanOrEqual(before);
  expect(asOfMs).toBeLessThanOrEqual(await clock());
});

it('passes over entries from before the chain', async () => {
  const accountId = await richAccount(running);
  await charge(accountId, 2);
  // Up to 97 days back.
  await running.pool.query(
    `INSERT INTO ledger.entry (entry_id, account_id, kind, created_at)
     SELECT gen_random_uuid(), $1, 'grant', now() - 7 * make_interval(mins => n) FROM generate_series(1, 20000) AS n`,
    [accountId],
  );
  await running.pool.query('ANALYZE ledger.entry');
  const single = new Pool({ connectionString: running.database.connectionString('ledger'), max: 1 });
  try {
    const store = new ReceiptStore(single);
    const month = await store.currentMonth();
    const previous = new Date(Date.parse(`${month}-01`) - 1).toISOString().slice(0, 7);
    await single.query('BEGIN');
    expect(await store.list(accountId, month, 0n, 10)).toHaveLength(2);
    expect(await store.list(accountId, previous, 0n, 10)).toEqual([]);
    const { rows } = await single.query<{ read: number }>(
      `SELECT (seq_tup_read + idx_tup_fetch)::int AS read FROM pg_stat_xact_user_tables
       WHERE schemaname = 'ledger' AND relname = 'entry'`,
    );
    expect(rows[0]!.read).toBeLessThan(1_000);
  } finally {
    await single.end();
  }
});
