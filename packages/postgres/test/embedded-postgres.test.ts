import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@heliograph/runtime';
import { waitFor } from '@heliograph/testing';
import { Client } from 'pg';
import { EmbeddedPostgres } from '../src';
import { serverProcesses } from '../src/embedded/processes';

const logger = createLogger({ service: 'test', level: 'fatal' });
const settings = { shared_buffers: '32MB' };
let home: string;
let dataDirectory: string;
let server: EmbeddedPostgres | undefined;

beforeEach(async () => {
  // Like a checkout below root's home: inaccessible to other users.
  home = await mkdtemp(join(tmpdir(), 'embedded-'));
  await chmod(home, 0o700);
  dataDirectory = join(home, 'data');
});

afterEach(async () => {
  await server?.stop();
  server = undefined;
  await rm(home, { recursive: true, force: true });
});

async function start(options: { port?: number } = {}): Promise<EmbeddedPostgres> {
  server = await EmbeddedPostgres.start({ dataDirectory, settings, logger, ...options });
  return server;
}

async function query(postgres: EmbeddedPostgres, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: postgres.connectionString() });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

it('keeps its data between starts, in a directory that only its owner can enter', async () => {
  await query(await start(), 'CREATE TABLE kept AS SELECT 1 AS one');
  await server?.stop();
  await server?.stop();
  expect(await serverProcesses(dataDirectory)).toEqual([]);
  expect(await query(await start(), 'SELECT one FROM kept')).toEqual([{ one: 1 }]);
});

it('starts from a copy of its files that root made', async () => {
  await query(await start(), 'CREATE TABLE kept AS SELECT 1 AS one');
  await server?.stop();
  const copy = join(home, 'copy');
  // When run as root, as with `cp -r`, root owns the whole copy.
  await cp(dataDirectory, copy, { recursive: true });
  await cp(`${dataDirectory}.password`, `${copy}.password`);
  dataDirectory = copy;
  expect(await query(await start(), 'SELECT one FROM kept')).toEqual([{ one: 1 }]);
});

it('confirms a commit only once it is on disk', async () => {
  const postgres = await start();
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    expect(await query(postgres, `SHOW ${setting}`)).toEqual([{ [setting]: 'on' }]);
  }
});

it('compares text by code point and rejects connections without the password', async () => {
  const postgres = await start();
  expect(await query(postgres, `SELECT 'a' > 'B' AS larger, lower('É') AS lower`)).toEqual([
    { larger: true, lower: 'é' },
  ]);
  const url = new URL(postgres.connectionString());
  url.password = 'guess';
  await expect(new Client({ connectionString: url.toString() }).connect()).rejects.toThrow(
    'password authentication failed',
  );
});

it('starts over when its first initialization was interrupted', async () => {
  await mkdir(`${dataDirectory}.new`);
  await writeFile(join(`${dataDirectory}.new`, 'half'), '');
  expect(await query(await start(), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(await readdir(home)).not.toContain('data.new');
});

it('reports when the server ends by itself, and recovers after being killed', async () => {
  const first = await start();
  await query(first, 'CREATE TABLE kept AS SELECT 1 AS one');
  process.kill(first.pid, 'SIGKILL');
  expect(await first.exited).toEqual({ code: null, signal: 'SIGKILL' });
  expect(await query(await start(), 'SELECT one FROM kept')).toEqual([{ one: 1 }]);
});

it('starts after being killed, even if another process now has its id', async () => {
  const killed = await start();
  process.kill(killed.pid, 'SIGKILL');
  await killed.exited;
  await waitFor(async () => (await serverProcesses(dataDirectory)).length === 0);
  const { uid, gid } = await stat(dataDirectory);
  const other = spawn('sleep', ['600'], process.getuid?.() === 0 ? { uid, gid } : {});
  try {
    for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
      const file = join(dataDirectory, name);
      const [, ...rest] = (await readFile(file, 'utf8')).split('\n');
      await writeFile(file, [other.pid, ...rest].join('\n'));
    }
    expect(await query(await start(), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  } finally {
    other.kill('SIGKILL');
  }
});

it('stops a server that a killed process left in the directory, including its work', async () => {
  const orphan = await start();
  const busy = query(orphan, 'SELECT pg_sleep(600)').catch((error: Error) => error.message);
  await waitFor(
    async () =>
      (await query(orphan, `SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep'`)).length > 0,
  );
  const next = await start();
  await orphan.exited;
  expect(await busy).toMatch(/terminat/);
  expect(next.pid).not.toBe(orphan.pid);
  expect(await query(next, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

it('does not outlive a killed parent process', async () => {
  await start();
  await server?.stop();
  const program = `
    const { EmbeddedPostgres } = require(${JSON.stringify(require.resolve('../dist/index.js'))});
    const logger = { info() {}, warn() {}, error() {} };
    EmbeddedPostgres.start({ dataDirectory: process.argv[1], settings: { shared_buffers: '32MB' }, logger })
      .then(() => process.kill(process.pid, 'SIGKILL'));
  `;
  const child = spawn(process.execPath, ['-e', program, dataDirectory], { stdio: 'inherit' });
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
  expect(signal).toBe('SIGKILL');
  await waitFor(async () => (await serverProcesses(dataDirectory)).length === 0);
});

it('reports why the server does not start', async () => {
  await start();
  await server?.stop();
  await expect(
    EmbeddedPostgres.start({ dataDirectory, settings: { ...settings, max_connections: 'many' }, logger }),
  ).rejects.toThrow('PostgreSQL did not start: invalid value for parameter "max_connections": "many"');
});

it('refuses a directory from another version or with other contents', async () => {
  await mkdir(dataDirectory);
  await expect(start()).rejects.toThrow('contains no PostgreSQL data');
  await writeFile(join(dataDirectory, 'PG_VERSION'), '12\n');
  await expect(start()).rejects.toThrow('was created by PostgreSQL 12');
});

it("puts the socket elsewhere when the directory's path is too long for one", async () => {
  dataDirectory = join(home, 'x'.repeat(100), 'data');
  expect(await query(await start(), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});
