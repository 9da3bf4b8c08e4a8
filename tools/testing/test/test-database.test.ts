import { Client } from 'pg';
import { startTestDatabase, startUnmigratedDatabase, type TestDatabase } from '../src';

async function ask(connectionString: string, query: string): Promise<unknown[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(query)).rows;
  } finally {
    await client.end();
  }
}

const schemaAndTable = ({ adminConnectionString }: TestDatabase) =>
  ask(
    adminConnectionString,
    `SELECT to_regnamespace('ledger') IS NOT NULL AS schema, to_regclass('ledger.entry') IS NOT NULL AS entry`,
  );

it('gives each caller a migrated database of its own until it is dropped', async () => {
  const [first, second] = await Promise.all([startTestDatabase(), startTestDatabase()]);
  await ask(first.connectionString('ledger'), 'DROP TABLE ledger.outbox, ledger.entry CASCADE');
  expect(await schemaAndTable(first)).toEqual([{ schema: true, entry: false }]);
  expect(await schemaAndTable(second)).toEqual([{ schema: true, entry: true }]);

  await Promise.all([first.stop(), second.stop(), second.stop()]);
  await expect(ask(first.adminConnectionString, 'SELECT')).rejects.toThrow('does not exist');
});

it('gives tests of migrations a database without tables', async () => {
  const database = await startUnmigratedDatabase();
  expect(await schemaAndTable(database)).toEqual([{ schema: true, entry: false }]);
  await database.stop();
});

it.each([
  ['copied', startTestDatabase],
  ['unmigrated', startUnmigratedDatabase],
])('admits only the roles to a database that is %s', async (_name, start) => {
  const database = await start();
  const [rights] = await ask(
    database.connectionString('reader'),
    `SELECT has_database_privilege('heliograph_ledger', current_database(), 'CONNECT, TEMPORARY') AS owner,
       has_database_privilege(current_database(), 'CONNECT') AS reader,
       has_database_privilege(current_database(), 'TEMPORARY') AS "readerTemporary"`,
  );
  expect(rights).toEqual({ owner: true, reader: true, readerTemporary: false });
  await database.stop();
});
