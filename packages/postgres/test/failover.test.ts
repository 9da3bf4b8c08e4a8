import { createLogger } from '@heliograph/runtime';
import { freePort, waitFor } from '@heliograph/testing';
import { execFileSync } from "node:child_process";
import { cp, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { createPool, EmbeddedPostgres } from '../src';

const logger = createLogger({ service: 'test', level: 'fatal' });
let home: string;
let ports: { first: number; second: number };
let primary: EmbeddedPostgres;
let standby: EmbeddedPostgres;
const pools: Pool[] = [];

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'failover-'));
  ports = { first: await freePort(), second: await freePort() };
  const [first, second] = [join(home, 'first'), join(home, 'second')];
  await (await EmbeddedPostgres.start({ ...serverOptions(first, ports.first) })).stop();
  await cp(first, second, { recursive: true, preserveTimestamps: true });
  await cp(`${first}.password`, `${second}.password`);
  await writeFile(join(second, 'standby.signal'), '');
  await sameOwners(first, second);
  primary = await EmbeddedPostgres.start(serverOptions(first, ports.first));
  const { username, password } = new URL(primary.connectionString());
  standby = await EmbeddedPostgres.start(
    serverOptions(second, ports.second, {
      primary_conninfo: `host=127.0.0.1 port=${ports.first} user=${username} password=${decodeURIComponent(password)}`,
    }),
  );
});

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.end()));
  await Promise.all([primary.stop(), standby.stop()]);
  await rm(home, { recursive: true, force: true });
});

function serverOptions(dataDirectory: string, port: number, settings: Record<string, string> = {}) {
  return {
    dataDirectory,
    port,
    logger,
    settings: { shared_buffers: '32MB', wal_level: 'replica', max_wal_senders: '4', ...settings },
  };
}

/** A copy made by root belongs to root, and PostgreSQL insists that its directory is its own. */
async function sameOwners(from: string, to: string): Promise<void> {
  const { uid, gid } = await stat(from);
  execFileSync('chown', ['-R', `${uid}:${gid}`, to]);
}

function poolOf(attributes = ''): Pool {
  const { username, password } = new URL(primary.connectionString());
  const servers = `127.0.0.1:${ports.second},127.0.0.1:${ports.first}`;
  const connectionString = `postgresql://${username}:${password}@${servers}/postgres${attributes}`;
  const pool = createPool(
    { connectionString, applicationName: 'failover test', max: 2, statementTimeoutMs: 1_000 },
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
  waitFor(async () => (await portOf(pool).catch(() => 0)) === port, { timeoutMs: 20_000 });

it('connects to the primary, wherever it stands in the list, and to a standby where one is preferred', async () => {
  const pool = poolOf();
  expect(await portOf(pool)).toBe(ports.first);
  await pool.query('CREATE TABLE kept AS SELECT 1 AS one');
  const reader = poolOf('?target_session_attrs=prefer-standby');
  expect(await portOf(reader)).toBe(ports.second);
  await standby.stop();
  await answersFrom(reader, ports.first);
});

it('follows a failover when the primary is gone', async () => {
  const pool = poolOf();
  await pool.query('CREATE TABLE kept AS SELECT 1 AS one');
  process.kill(primary.pid, 'SIGKILL');
  await primary.exited;
  const operator = poolOf('?target_session_attrs=prefer-standby');
  await waitFor(async () => (await portOf(operator).catch(() => 0)) === ports.second);
  await operator.query('SELECT pg_promote()');
  await answersFrom(pool, ports.second);
  expect((await pool.query('SELECT one FROM kept')).rows).toEqual([{ one: 1 }]);
  await pool.query('INSERT INTO kept VALUES (2)');
});

it('leaves a former primary that still answers as if it were one', async () => {
  const pool = poolOf();
  expect(await portOf(pool)).toBe(ports.first);
  // Held by its user, who would read stale rows for as long as it lasts.
  const held = await pool.connect();
  const lost = new Promise((resolve) => held.once('end', resolve));
  await poolOf('?target_session_attrs=prefer-standby').query('SELECT pg_promote()');
  await lost;
  await expect(held.query('SELECT 1')).rejects.toThrow();
  held.release(true);
  for (let times = 0; times < 5; times += 1) expect(await portOf(pool)).toBe(ports.second);
});

it('says so when no server is the primary', async () => {
  await primary.stop();
  await expect(poolOf().query('SELECT 1')).rejects.toMatchObject({ code: 'NO_PRIMARY' });
});

it('refuses a wrong password at once, as one server does', async () => {
  const pool = createPool(
    {
      connectionString: `postgresql://nobody:wrong@127.0.0.1:${ports.first},127.0.0.1:${ports.second}/postgres`,
      applicationName: 'failover test',
    },
    logger,
  );
  pools.push(pool);
  await expect(pool.query('SELECT 1')).rejects.toMatchObject({ code: '28P01' });
});

it('gives up a server that has fallen silent', async () => {
  const pool = poolOf();
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  process.kill(rows[0]!.pid, 'SIGSTOP');
  try {
    await expect(pool.query('SELECT 1')).rejects.toThrow('timeout');
  } finally {
    process.kill(rows[0]!.pid, 'SIGCONT');
  }
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});
