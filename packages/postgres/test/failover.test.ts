import { createLogger } from '@heliograph/runtime';
import { ReplicatedDatabase, startBeforeAll, waitFor } from '@heliograph/testing';
import type { Pool } from 'pg';
import { createPool } from '../src';

const logger = createLogger({ service: 'test', level: 'fatal' });
const pools: Pool[] = [];

const database = startBeforeAll(() => ReplicatedDatabase.start());

afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.end())));

function poolOf(
  attributes = '',
  servers: Pick<ReplicatedDatabase, 'connectionString'> = database,
  statementTimeoutMs?: number,
): Pool {
  const connectionString = `${servers.connectionString()}${attributes}`;
  const pool = createPool(
    { connectionString, applicationName: 'failover test', max: 2, statementTimeoutMs },
    logger,
  );
  pools.push(pool);
  return pool;
}

async function portOf(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ port: number }>('SELECT inet_server_port() AS port');
  return rows[0]!.port;
}

const answersFrom = (pool: Pool, port: number) =>
  waitFor(async () => (await portOf(pool).catch(() => 0)) === port);

it('connects to the primary at any position in the list, and to a standby if preferred', async () => {
  const pool = poolOf();
  expect(await portOf(pool)).toBe(database.ports.primary);
  const reader = poolOf('?target_session_attrs=prefer-standby');
  expect(await portOf(reader)).toBe(database.ports.standby);
});

it('does so even if, as in Amazon Aurora, it may not read the log', async () => {
  await poolOf().query(`CREATE ROLE limited LOGIN PASSWORD 'limited';
    REVOKE EXECUTE ON FUNCTION pg_current_wal_insert_lsn(), pg_last_wal_replay_lsn() FROM PUBLIC`);
  const url = database.connectionString().replace(/\/\/.*@/, '//limited:limited@');
  const asLimited = (attributes = '') => poolOf(attributes, { connectionString: () => url });
  await answersFrom(asLimited(), database.ports.primary);
  // The role arrives at the standby a moment later.
  await answersFrom(asLimited('?target_session_attrs=prefer-standby'), database.ports.standby);
});

it('refuses a wrong password at once, like a single server', async () => {
  const pool = createPool(
    {
      connectionString: database.connectionString().replace(/\/\/.*@/, '//nobody:wrong@'),
      applicationName: 'failover test',
    },
    logger,
  );
  pools.push(pool);
  await expect(pool.query('SELECT 1')).rejects.toMatchObject({ code: '28P01' });
});

it('gives up on a server that has fallen silent', async () => {
  const pool = poolOf('', database, 1_000);
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  process.kill(rows[0]!.pid, 'SIGSTOP');
  try {
    await expect(pool.query('SELECT 1')).rejects.toThrow('timeout');
  } finally {
    process.kill(rows[0]!.pid, 'SIGCONT');
  }
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});

it('drops a former primary that still answers as if it were one', async () => {
  const pool = poolOf();
  expect(await portOf(pool)).toBe(database.ports.primary);
  // Held by a user who would read stale rows for as long as it lasts.
  const held = await pool.connect();
  const lost = new Promise((resolve) => held.once('end', resolve));
  await poolOf('?target_session_attrs=prefer-standby').query('SELECT pg_promote()');
  await lost;
  await expect(held.query('SELECT 1')).rejects.toThrow();
  held.release(true);
  for (let times = 0; times < 5; times += 1) expect(await portOf(pool)).toBe(database.ports.standby);
});

describe('with several users', () => {
  const another = startBeforeAll(() => ReplicatedDatabase.start());

  it('drops a former primary for all of them at once', async () => {
    await poolOf('', another).query(`CREATE ROLE other SUPERUSER LOGIN PASSWORD 'other'`);
    const operator = poolOf('?target_session_attrs=prefer-standby', another);
    await waitFor(async () => {
      const { rowCount } = await operator.query(`SELECT FROM pg_roles WHERE rolname = 'other'`);
      return rowCount === 1;
    });
    const other = createPool(
      {
        connectionString: another.connectionString().replace(/\/\/.*@/, '//other:other@'),
        applicationName: 'failover test',
      },
      logger,
    );
    pools.push(other);
    const held = await other.connect();
    expect(await portOf(poolOf('', another))).toBe(another.ports.primary);
    // This user's watch hears of the promotion last.
    const { rows: probes } = await operator.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity
       WHERE usename = 'other' AND application_name = 'heliograph server probe'`,
    );
    expect(probes).toHaveLength(1);
    process.kill(probes[0]!.pid, 'SIGSTOP');
    try {
      await operator.query('SELECT pg_promote()');
      await answersFrom(poolOf('', another), another.ports.standby);
      await expect(held.query('SELECT 1')).rejects.toThrow();
    } finally {
      process.kill(probes[0]!.pid, 'SIGCONT');
      held.release(true);
    }
    expect(await portOf(other)).toBe(another.ports.standby);
  });
});

it('reports when no server is the primary', async () => {
  await Promise.all([database.primary.stop(), database.standby.stop()]);
  await expect(poolOf().query('SELECT 1')).rejects.toMatchObject({ code: 'NO_PRIMARY' });
});

describe('when the primary is gone', () => {
  const another = startBeforeAll(() => ReplicatedDatabase.start());

  it('follows the standby that is promoted', async () => {
    const pool = poolOf('', another);
    const operator = poolOf('?target_session_attrs=prefer-standby', another);
    await pool.query('CREATE TABLE kept AS SELECT 1 AS one');
    // Replication is asynchronous.
    await waitFor(async () => {
      const { rows } = await operator.query<{ exists: boolean }>(
        `SELECT to_regclass('kept') IS NOT NULL AS exists`,
      );
      return rows[0]!.exists;
    });
    process.kill(another.primary.pid, 'SIGKILL');
    await another.primary.exited;
    await waitFor(async () => (await portOf(operator).catch(() => 0)) === another.ports.standby);
    await operator.query('SELECT pg_promote()');
    await answersFrom(pool, another.ports.standby);
    expect((await pool.query('SELECT one FROM kept')).rows).toEqual([{ one: 1 }]);
    await pool.query('INSERT INTO kept VALUES (2)');
  });
});
