import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@heliograph/runtime';
import { startUnmigratedDatabase, waitFor, type TestDatabase } from '@heliograph/testing';
import { Client } from 'pg';
import { migrate } from '../src';

const logger = createLogger({ service: 'test', level: 'fatal' });
let database: TestDatabase;
let directory: string;

beforeEach(async () => {
  database = await startUnmigratedDatabase();
  directory = await mkdtemp(join(tmpdir(), 'migrations-'));
});

afterEach(async () => {
  await database.stop();
  await rm(directory, { recursive: true });
});

const write = (name: string, sql: string) => writeFile(join(directory, name), sql);
const run = () =>
  migrate({ connectionString: database.connectionString('ledger'), schema: 'ledger', directory, logger });

async function query(sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: database.connectionString('ledger') });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

it("applies each file once, as the schema's owner, and later continues with new ones", async () => {
  await write('0001_first.sql', 'CREATE TABLE entry (id int); INSERT INTO entry VALUES (1);');
  await run();
  await write('0002_second.sql', 'INSERT INTO ledger.entry VALUES (2);');
  await run();
  await run();
  expect(await query('SELECT id FROM ledger.entry ORDER BY id')).toEqual([{ id: 1 }, { id: 2 }]);
  expect(await query('SELECT name FROM ledger.schema_migration ORDER BY version')).toEqual([
    { name: '0001_first.sql' },
    { name: '0002_second.sql' },
  ]);
});

it('works with concurrently starting programs', async () => {
  for (let number = 1; number <= 5; number += 1) {
    await write(`000${number}_part.sql`, `CREATE TABLE part_${number} (id int);`);
  }
  await Promise.all([run(), run(), run()]);
  expect(await query('SELECT count(*)::int AS count FROM ledger.schema_migration')).toEqual([{ count: 5 }]);
});

it('keeps nothing of a failed file, keeps the earlier ones, and names the failed one', async () => {
  await write('0001_first.sql', 'CREATE TABLE entry (id int);');
  await write('0002_broken.sql', 'INSERT INTO entry VALUES (1); SELECT no_such_column;');
  await expect(run()).rejects.toThrow('migration ledger/0002_broken.sql failed: column "no_such_column"');
  expect(await query('SELECT id FROM ledger.entry')).toEqual([]);
  await write('0002_broken.sql', 'INSERT INTO entry VALUES (1);');
  await run();
  expect(await query('SELECT id FROM ledger.entry')).toEqual([{ id: 1 }]);
});

it("may take longer than programs' statements", async () => {
  await write('0001_long.sql', 'CREATE TABLE entry (id int); SELECT pg_sleep(0.3);');
  const limited = new URL(database.connectionString('ledger'));
  limited.searchParams.set('options', '-c statement_timeout=100');
  await migrate({ connectionString: limited.toString(), schema: 'ledger', directory, logger });
  expect(await query('SELECT id FROM ledger.entry')).toEqual([]);
});

it('refuses a changed applied file, ignoring line endings', async () => {
  await write('0001_first.sql', 'CREATE TABLE entry (\n id int);');
  await run();
  await write('0001_first.sql', 'CREATE TABLE entry (\r\n id int);');
  await run();
  await write('0001_first.sql', 'CREATE TABLE entry (id bigint);');
  await expect(run()).rejects.toThrow('0001_first.sql was changed after it had been applied');
});

it('refuses files with duplicate numbers or invalid names', async () => {
  await write('0001_first.sql', '');
  await write('0001_other.sql', '');
  await expect(run()).rejects.toThrow('have the same number');
  await rm(join(directory, '0001_other.sql'));
  await write('second.sql', '');
  await expect(run()).rejects.toThrow('must be named NNNN_name.sql');
});

it('holds up statements behind a long transaction only briefly, and applies its file when that ends', async () => {
  await write('0001_first.sql', 'CREATE TABLE entry (id int);');
  await run();
  const dump = new Client({ connectionString: database.connectionString('ledger') });
  await dump.connect();
  await dump.query('BEGIN; SELECT FROM ledger.entry');
  await write('0002_second.sql', 'ALTER TABLE entry ADD COLUMN added int;');
  const migrated = run();
  const isQueued = async () => {
    const [waiting] = await query(
      "SELECT FROM pg_locks WHERE NOT granted AND relation = 'ledger.entry'::regclass",
    );
    return waiting !== undefined;
  };
  await waitFor(isQueued, { description: 'the migration to wait' });
  const began = performance.now();
  await query('INSERT INTO ledger.entry VALUES (1)');
  expect(performance.now() - began).toBeLessThan(5_000);
  expect(await query('SELECT name FROM ledger.schema_migration')).toHaveLength(1);
  await dump.query('COMMIT');
  await dump.end();
  await migrated;
  expect(await query('SELECT added FROM ledger.entry')).toEqual([{ added: null }]);
});
