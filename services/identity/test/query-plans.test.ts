import { ACCOUNT_LIMITS } from '@heliograph/contract';
import { uuidv7 } from '@heliograph/runtime';
import { startBeforeAll } from '@heliograph/testing';
import { Pool } from 'pg';
import { MAXIMUM_DEVICE_LOGINS } from '../src/domain/cli';
import { DeviceLoginStore } from '../src/storage/device-login-store';
import { removeExpiredRows } from '../src/storage/expired-rows';
import { KeyStore } from '../src/storage/key-store';
import { WebSessionStore } from '../src/storage/web-session-store';
import { createAccount, startTestIdentity } from './support/identity';

const running = startBeforeAll(startTestIdentity);

const ROWS = 10_000;
const LIFETIME = { idleMinutes: 60, maximumHours: 24 };
const ACTOR = { caller: 'admin', requestId: 'test-request' };

/** Runs work on a connection of its own. @returns how many rows of a table it read, by any method. */
async function rowsRead(table: string, work: (pool: Pool) => Promise<unknown>): Promise<number> {
  const pool = new Pool({ connectionString: running.database.connectionString('identity'), max: 1 });
  const total = async () => {
    await pool.query('SELECT pg_stat_force_next_flush()');
    const { rows } = await pool.query<{ read: number }>(
      `SELECT (seq_tup_read + (
         SELECT sum(idx_tup_read) FROM pg_stat_user_indexes AS indexes WHERE indexes.relid = tables.relid
       ))::int AS read
       FROM pg_stat_user_tables AS tables WHERE schemaname = 'identity' AND relname = $1`,
      [table],
    );
    return rows[0]!.read;
  };
  try {
    const before = await total();
    await work(pool);
    return (await total()) - before;
  } finally {
    await pool.end();
  }
}

it('neither the list of keys nor their limit reads all ended keys of an account', async () => {
  const { id: accountId } = await createAccount(running);
  await running.pool.query(
    `INSERT INTO identity.api_key (key_id, account_id, name, hash, hint, scopes, created_at, revoked_at, expires_at)
     SELECT gen_random_uuid(), $1, 'ended', sha256(gen_random_uuid()::text::bytea), '', '{signals:read}',
       now() - interval '1 year', CASE WHEN n % 2 = 0 THEN at END, at
     FROM generate_series(1, ${ROWS}) AS n, LATERAL (SELECT now() - make_interval(hours => n) AS at) AS ended`,
    [accountId],
  );
  await running.pool.query('ANALYZE identity.api_key');
  const created = await rowsRead('api_key', async (pool) => {
    const key = { accountId, name: '', scopes: ['signals:read'], hash: Buffer.alloc(32), hint: '' };
    const unlimited = { expiresAt: undefined, monthlyCapRecords: undefined, isTest: false };
    expect(await new KeyStore(pool).create({ ...key, ...unlimited, id: uuidv7() }, ACTOR)).toHaveProperty(
      'id',
    );
  });
  expect(created).toBeLessThan(100);
  const listed = await rowsRead('api_key', async (pool) => {
    expect(await new KeyStore(pool).list(accountId)).toHaveLength(1 + ACCOUNT_LIMITS.endedKeys);
  });
  expect(listed).toBeLessThan(10 * ACCOUNT_LIMITS.endedKeys);
});

it("revoking everyone's sessions in an account reads no others", async () => {
  const [{ id: accountId }, { id: other }] = [await createAccount(running), await createAccount(running)];
  await running.pool.query(
    `INSERT INTO identity.web_session (session_id, account_id, current_account_id, token_hash, user_agent, address,
       idle_expires_at, expires_at)
     SELECT gen_random_uuid(), CASE WHEN n = 1 THEN $1::uuid ELSE $2 END, CASE WHEN n = 2 THEN $1::uuid END,
       sha256(gen_random_uuid()::text::bytea), '', '', now() + interval '1 day', now() + interval '1 day'
     FROM generate_series(1, ${ROWS}) AS n`,
    [accountId, other],
  );
  await running.pool.query('ANALYZE identity.web_session');
  const read = await rowsRead('web_session', async (pool) => {
    const owner = { accountId, userId: undefined };
    expect(await new WebSessionStore(pool, LIFETIME).revokeAll(owner, false, ACTOR)).toBe(2);
  });
  expect(read).toBeLessThan(100);
});

it('does not read all visits of saved searches for each batch of old ones', async () => {
  const { id: accountId } = await createAccount(running);
  await running.pool.query(
    `INSERT INTO identity.saved_search_visit
     SELECT $1, gen_random_uuid(), now() - interval '32 days' FROM generate_series(1, ${ROWS})`,
    [accountId],
  );
  await running.pool.query('ANALYZE identity.saved_search_visit');
  const read = await rowsRead('saved_search_visit', async (pool) => {
    expect((await removeExpiredRows(pool)).get('saved_search_visit')).toBe(ROWS);
  });
  expect(read).toBeLessThan(3 * ROWS);
});

it('logins that begin beyond their limit do not each read all others', async () => {
  await running.pool.query(
    `INSERT INTO identity.cli_device_login
       (device_code_hash, user_code, device_name, client_version, client_site, interval_seconds, expires_at)
     SELECT sha256(n::text::bytea), n::text, 'crowd', '', '192.0.2.' || n % 100, 5, now() + interval '9 minutes'
     FROM generate_series(1, ${MAXIMUM_DEVICE_LOGINS}) AS n`,
  );
  const read = await rowsRead('cli_device_login', async (pool) => {
    const logins = new DeviceLoginStore(pool);
    for (let number = 0; number < 100; number += 1) {
      const hash = Buffer.alloc(32, `login ${number}`);
      await logins.create(hash, `CODE${number}`, { name: 'device', clientVersion: '' }, '192.0.2.1');
    }
  });
  expect(read).toBeLessThan(5 * MAXIMUM_DEVICE_LOGINS);
});
