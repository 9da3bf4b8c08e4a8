import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import type { Difference } from '../src/domain/reconciliation';
import { LINKS } from '../src/storage/verification-sql';
import { VerificationStore } from '../src/storage/verification-store';
import { call, chargeOf, richAccount, startTestLedger, type TestLedger } from './support/ledger';

// Small parts, and every entry is settled at once.
const LIMITS = { part: 5, settledSeconds: 0 };

let running: TestLedger;
let pool: Pool;
let month: string;
beforeAll(async () => {
  running = await startTestLedger();
  pool = new Pool({ connectionString: running.database.connectionString('ledger'), max: 4 });
  pool.on('error', () => undefined);
  month = new Date().toISOString().slice(0, 7);
});
afterAll(async () => {
  await pool.end();
  await running.stop();
});
// Each test has its accounts for itself.
afterEach(async () => {
  await tamper(
    'TRUNCATE ledger.entry, ledger.account, ledger.usage_total, ledger.budget_hour, ledger.verified_account',
  );
});

/** Changes rows, like anyone with write access to the tables. */
async function tamper(sql: string, values?: unknown[]): Promise<void> {
  await running.pool.query(`ALTER TABLE ledger.entry DISABLE TRIGGER entry_is_append_only;
    ALTER TABLE ledger.entry DROP CONSTRAINT IF EXISTS entry_is_whole`);
  await running.pool.query(sql, values);
  await running.pool.query('ALTER TABLE ledger.entry ENABLE TRIGGER entry_is_append_only');
}

async function charge(accountId: string, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await running.client.charge(chargeOf({ accountId, records: 3 }), call);
}

async function chargeWithin(budgetId: string, accountId: string, count: number): Promise<void> {
  const budget = { id: budgetId, records: 1_000 };
  for (let n = 0; n < count; n += 1) {
    await running.client.chargeWithinBudget({ charge: chargeOf({ accountId, records: 3 }), budget }, call);
  }
}

/** All pages of a run; at most `maximum`, as of a run that is killed. */
async function run(isFull: boolean, store = new VerificationStore(pool, LIMITS), maximum = Infinity) {
  const found: Difference[] = [];
  const whole = { pages: 0, entries: 0n, count: 0n };
  let cursor = '';
  do {
    const page = await store.verifyPage(month, { cursor, isFull }, 20_000);
    found.push(...page.differences);
    whole.pages += 1;
    whole.entries += page.entries;
    whole.count += page.differenceCount;
    cursor = page.nextCursor;
  } while (cursor !== '' && whole.pages < maximum);
  return { ...whole, fields: [...new Set(found.map(({ field }) => field))].sort() };
}

const nothing = { count: 0n, fields: [] };

it('reads a large account in parts, and then only what is new', async () => {
  const accountId = await richAccount(running);
  await charge(accountId, 23);
  await charge(await richAccount(running), 2);
  const first = await run(true);
  expect(first).toMatchObject({ ...nothing, entries: 29n });
  expect(first.pages).toBeGreaterThanOrEqual(5);
  expect(await run(false)).toMatchObject({ ...nothing, entries: 29n, pages: 1 });
  await charge(accountId, 4);
  expect(await run(false)).toMatchObject({ ...nothing, entries: 33n, pages: 1 });
  expect((await run(true)).pages).toBeGreaterThanOrEqual(6);
});

it('continues a run that was killed, in a new process', async () => {
  const accountId = await richAccount(running);
  await charge(accountId, 40);
  const { pages } = await run(false);
  await running.pool.query('TRUNCATE ledger.verified_account');
  expect(await run(false, undefined, 5)).toMatchObject({ pages: 5, entries: 0n });
  expect(await run(false)).toMatchObject({ ...nothing, entries: 42n, pages: pages - 5 });
});

it('loses at most a page when its connection is killed', async () => {
  const accountId = await richAccount(running);
  await charge(accountId, 12);
  await run(false, undefined, 1);
  const holder = await running.pool.connect();
  await holder.query('BEGIN; LOCK TABLE ledger.verified_account IN ACCESS EXCLUSIVE MODE');
  const dying = expect(run(false)).rejects.toThrow();
  for (let killed = 0; killed === 0;) {
    const { rowCount } = await holder.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks
       WHERE relation = 'ledger.verified_account'::regclass AND NOT granted`,
    );
    killed = rowCount ?? 0;
  }
  await dying;
  await holder.query('ROLLBACK');
  holder.release();
  expect(await run(false)).toMatchObject({ ...nothing, entries: 14n });
});

describe('finds what was edited in a part that is verified', () => {
  const OLD = 'account_id = $1 AND receipt_sequence = 4';
  it.each<[string, string, string[], boolean]>([
    [
      'funds',
      'UPDATE ledger.account SET balance_micros = balance_micros + 1 WHERE account_id = $1',
      ['balance_micros'],
      true,
    ],
    [
      'a total',
      'UPDATE ledger.usage_total SET records = records + 1 WHERE account_id = $1',
      ['records'],
      true,
    ],
    [
      'an invented total',
      `INSERT INTO ledger.usage_total SELECT 'nobody', month, $1, channel, operation, 1, 1
      FROM ledger.usage_total LIMIT 1`,
      ['records', 'requests'],
      true,
    ],
    [
      'a head',
      `UPDATE ledger.account SET receipt_hash = sha256('x') WHERE account_id = $1`,
      ['receipt_head'],
      true,
    ],
    [
      'a removed account',
      'DELETE FROM ledger.account WHERE account_id = $1',
      ['api_remaining', 'balance_micros', 'cli_remaining', 'receipt_head', 'receipts'],
      true,
    ],
    [
      'an invented credit',
      `INSERT INTO ledger.entry (entry_id, account_id, kind, balance_micros, created_at)
      VALUES (gen_random_uuid(), $1, 'credit', 7, now())`,
      ['balance_micros'],
      true,
    ],
    [
      'an amount',
      `UPDATE ledger.entry SET balance_micros = balance_micros - 1 WHERE ${OLD}`,
      ['balance_micros', 'receipt_hash'],
      false,
    ],
    ['a hash', `UPDATE ledger.entry SET receipt_hash = sha256('x') WHERE ${OLD}`, ['receipt_hash'], false],
    ['no hash', `UPDATE ledger.entry SET receipt_hash = NULL WHERE ${OLD}`, ['receipt_hash'], false],
    [
      'a removed entry',
      `DELETE FROM ledger.entry WHERE ${OLD}`,
      ['api_remaining', 'receipt_hash', 'receipts', 'records', 'requests'],
      false,
    ],
    [
      'a place in the chain',
      `UPDATE ledger.entry SET receipt_sequence = NULL WHERE ${OLD}`,
      ['receipt_hash', 'receipts', 'without_receipt'],
      false,
    ],
  ])('%s', async (_, sql, fields, isFoundAtOnce) => {
    const accountId = await richAccount(running);
    await charge(accountId, 12);
    expect(await run(false)).toMatchObject(nothing);
    await tamper(sql, [accountId]);
    if (isFoundAtOnce) expect((await run(false)).fields).toEqual(fields);
    else expect(await run(false)).toMatchObject(nothing);
    // Daily.
    await running.pool.query(`UPDATE ledger.verified_account SET started_at = started_at - interval '1 day'`);
    for (let round = 0; round < 2; round += 1) expect((await run(false)).fields).toEqual(fields);
    // On demand.
    expect((await run(true)).fields).toEqual(fields);
    // Until it is mended.
    expect((await run(false)).fields).toEqual(fields);
  });

  it("a budget's hour, on demand and daily", async () => {
    const accountId = await richAccount(running);
    await chargeWithin('run', accountId, 12);
    await tamper(`UPDATE ledger.entry SET created_at = created_at - interval '2 hours'`);
    await tamper(`UPDATE ledger.budget_hour SET hour = hour - interval '2 hours'`);
    month = (
      await running.pool.query<{ month: string }>(
        `SELECT to_char((now() - interval '2 hours') AT TIME ZONE 'UTC', 'YYYY-MM') AS month`,
      )
    ).rows[0]!.month;
    await tamper(`UPDATE ledger.usage_total SET month = $1`, [`${month}-01`]);
    expect(await run(false)).toMatchObject(nothing);
    await running.pool.query('UPDATE ledger.budget_hour SET records = records + 1');
    expect(await run(true)).toMatchObject({ count: 1n, fields: ['budget_records'] });
    expect(await run(false)).toMatchObject({ count: 1n, fields: ['budget_records'] });
    await running.pool.query('UPDATE ledger.budget_hour SET records = records - 1');
    expect(await run(false)).toMatchObject(nothing);
    await running.pool.query('UPDATE ledger.budget_hour SET records = records + 1');
    expect(await run(false)).toMatchObject(nothing);
    await running.pool.query(`UPDATE ledger.verified_account SET started_at = started_at - interval '1 day'`);
    expect(await run(false)).toMatchObject({ count: 1n, fields: ['budget_records'] });
    month = new Date().toISOString().slice(0, 7);
  });
});

it('counts voids of verified charges', async () => {
  const accountId = await richAccount(running);
  const voided = chargeOf({ accountId });
  await running.client.charge(voided, call);
  await charge(accountId, 12);
  expect(await run(false)).toMatchObject(nothing);
  await running.client.voidCharge(voided, call);
  expect(await run(false)).toMatchObject(nothing);
  expect(await run(true)).toMatchObject({ ...nothing, entries: 16n });
});

it('reports nothing for an entry that is committed late, before what is verified', async () => {
  const accountId = await richAccount(running);
  await charge(accountId, 3);
  const late = await running.pool.connect();
  await late.query('BEGIN');
  await late.query('SELECT now()');
  await charge(accountId, 8);
  expect(await run(false)).toMatchObject(nothing);
  await late.query(
    `INSERT INTO ledger.entry (entry_id, account_id, kind, balance_micros, created_at)
     VALUES ($1, $2, 'credit', 7, now())`,
    [randomUUID(), accountId],
  );
  await late.query('UPDATE ledger.account SET balance_micros = balance_micros + 7 WHERE account_id = $1', [
    accountId,
  ]);
  await late.query('COMMIT');
  late.release();
  expect(await run(false)).toMatchObject({ ...nothing, entries: 14n });
});

it('reads again what another version or anyone else stored', async () => {
  await charge(await richAccount(running), 12);
  await run(false);
  await running.pool.query(`UPDATE ledger.verified_account SET state = state || '{"version": 0}'`);
  expect(await run(false)).toMatchObject({ ...nothing, entries: 14n });
  await running.pool.query(
    `UPDATE ledger.verified_account SET state = jsonb_set(state, '{entryTotals,micros}', '"1"')`,
  );
  expect(await run(false)).toMatchObject({ ...nothing, entries: 14n });
});

it('reads from the start what was verified before the clock went back', async () => {
  const accountId = await richAccount(running);
  await charge(accountId, 12);
  for (const isFull of [false, true]) {
    await run(false);
    // What is charged from now on is older than what is verified.
    await running.pool.query(
      `UPDATE ledger.verified_account SET started_at = started_at + interval '1 hour',
         state = jsonb_set(state, '{at}', to_jsonb((now() + interval '1 hour')::text))`,
    );
    await charge(accountId, 3);
    expect(await run(isFull)).toMatchObject(nothing);
    const { rows } = await running.pool.query('SELECT FROM ledger.verified_account WHERE started_at > now()');
    expect(rows).toEqual([]);
  }
});

it('verifies from several processes at once while charging continues', async () => {
  const accounts = [await richAccount(running), await richAccount(running)];
  let isOver = false;
  const charging = Promise.all(
    accounts.map(async (accountId) => {
      while (!isOver) await charge(accountId, 1);
    }),
  );
  // As it is with the real limits: more is read than charged meanwhile, and late commits are not settled.
  const store = () => new VerificationStore(pool, { part: 500, settledSeconds: 2 });
  for (let round = 0; round < 8; round += 1) {
    for (const found of await Promise.all([run(true, store()), run(false, store()), run(false, store())])) {
      expect(found).toMatchObject(nothing);
    }
  }
  isOver = true;
  await charging;
  expect(await run(true)).toMatchObject(nothing);
});

it('removes states of months that are over', async () => {
  await charge(await richAccount(running), 1);
  await run(false);
  await running.pool.query(
    `INSERT INTO ledger.verified_account SELECT month - interval '2 months', account_id, now() - age, state
     FROM ledger.verified_account, (VALUES (interval '2 days')) AS ages (age)`,
  );
  const store = new VerificationStore(pool);
  expect(await store.removeOld(10)).toBe(1);
  expect(await store.removeOld(10)).toBe(0);
});

it('does not look for links among the entries from before receipts', async () => {
  const accountId = await richAccount(running);
  await charge(accountId, 2);
  await tamper(
    `INSERT INTO ledger.entry (entry_id, account_id, kind, created_at)
     SELECT gen_random_uuid(), $1, 'charge', now() - interval '3 months' + n * interval '1 s' FROM generate_series(1, 5000) AS n`,
    [accountId],
  );
  await running.pool.query('ANALYZE ledger.entry');
  const one = new Pool({ connectionString: running.database.connectionString('ledger'), max: 1 });
  const entriesRead = async () => {
    await one.query('SELECT pg_stat_force_next_flush()');
    const { rows } = await one.query<{ read: number }>(
      `SELECT (seq_tup_read + (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes WHERE relname = 'entry'))::int AS read
       FROM pg_stat_user_tables WHERE relname = 'entry'`,
    );
    return rows[0]!.read;
  };
  try {
    for (const [first, links] of [
      [`${month}-01`, '2'],
      ['2020-01-01', '0'],
    ] as const) {
      const before = await entriesRead();
      const { rows } = await one.query<{ low: string; links: string }>(LINKS, [
        [accountId],
        [null],
        first,
        100,
      ]);
      expect(rows).toMatchObject([{ low: '0', links }]);
      expect((await entriesRead()) - before).toBeLessThan(100);
    }
  } finally {
    await one.end();
  }
});
