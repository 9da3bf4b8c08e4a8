import { startBeforeAll, startUnmigratedDatabase, testRolePassword } from '@heliograph/testing';
import { createLogger } from '@heliograph/runtime';
import { Client } from 'pg';
import { bootstrapDatabase, databaseRoleNames, migrate } from '../src';

const logger = createLogger({ service: 'test', level: 'fatal' });

const database = startBeforeAll(startUnmigratedDatabase);

async function as(connectionString: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

const bootstrap = (adminConnectionString: string) =>
  bootstrapDatabase({ adminConnectionString, rolePassword: testRolePassword });

it('can be repeated, even concurrently, and creates a missing database', async () => {
  const url = new URL(database.adminConnectionString);
  url.pathname += '_made';
  await Promise.all([bootstrap(url.toString()), bootstrap(url.toString())]);
  await bootstrap(url.toString());
  expect(await as(url.toString(), `SELECT to_regnamespace('catalog')::text AS schema`)).toEqual([
    { schema: 'catalog' },
  ]);
  await as(database.adminConnectionString, `DROP DATABASE ${url.pathname.slice(1)}`);
});

it('does not wait forever for a program that prepares the database and is suspended', async () => {
  const suspended = new Client({ connectionString: database.adminConnectionString });
  await suspended.connect();
  await suspended.query(`SELECT pg_advisory_lock(hashtextextended('heliograph bootstrap', 0))`);
  try {
    await expect(
      bootstrapDatabase({
        adminConnectionString: database.adminConnectionString,
        rolePassword: testRolePassword,
        lockTimeoutMs: 100,
      }),
    ).rejects.toThrow(/^another session, .* holds a lock .* pg_terminate_backend\(pid\)$/);
  } finally {
    await suspended.end();
  }
});

it.each(databaseRoleNames)('admits %s with its password', async (role) => {
  expect(await as(database.connectionString(role), 'SELECT current_user AS name')).toEqual([
    { name: `heliograph_${role}` },
  ]);
});

it('lets the reader see what the catalog adds later, and change nothing', async () => {
  await as(
    database.connectionString('catalog'),
    'CREATE TABLE signal (id int); INSERT INTO signal VALUES (7)',
  );
  const reader = database.connectionString('reader');
  expect(await as(reader, 'SELECT id FROM signal')).toEqual([{ id: 7 }]);
  await expect(as(reader, 'INSERT INTO signal VALUES (8)')).rejects.toThrow('read-only');
  await expect(as(reader, 'BEGIN READ WRITE; INSERT INTO signal VALUES (8)')).rejects.toThrow(
    'permission denied',
  );
});

it("keeps owners out of other owners' schemas", async () => {
  await as(database.connectionString('ledger'), 'CREATE TABLE entry (id int)');
  for (const role of ['identity', 'catalog', 'reader'] as const) {
    await expect(as(database.connectionString(role), 'SELECT * FROM ledger.entry')).rejects.toThrow(
      'permission denied',
    );
  }
});

it('refuses a database of another encoding, with the remedy', async () => {
  const url = new URL(database.adminConnectionString);
  url.pathname += '_latin1';
  const name = url.pathname.slice(1);
  await as(
    database.adminConnectionString,
    `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C'`,
  );
  const remedy = /^the database's encoding is LATIN1: use one made with CREATE DATABASE .* ENCODING 'UTF8'$/;
  const connectionString = url.toString();
  try {
    await expect(bootstrap(connectionString)).rejects.toThrow(remedy);
    const migration = { schema: 'catalog', directory: __dirname, logger };
    await expect(migrate({ connectionString, ...migration })).rejects.toThrow(remedy);
  } finally {
    await as(database.adminConnectionString, `DROP DATABASE ${name}`);
  }
});

describe('with a user who is not a superuser', () => {
  const password = 'of-a-tenant';
  let connectionString: string;

  beforeAll(async () => {
    const url = new URL(database.adminConnectionString);
    url.username = 'tenant';
    url.password = password;
    connectionString = url.toString();
    await as(database.adminConnectionString, `CREATE ROLE tenant LOGIN PASSWORD '${password}'`);
    await as(database.adminConnectionString, `GRANT CONNECT ON DATABASE ${url.pathname.slice(1)} TO tenant`);
  });

  afterAll(() => as(database.adminConnectionString, 'DROP OWNED BY tenant; DROP ROLE tenant'));

  it('states plainly that the user may not create roles', async () => {
    await expect(bootstrap(connectionString)).rejects.toThrow(
      'the database user tenant may not create roles: give it CREATEROLE, or use a superuser in DATABASE_URL',
    );
  });
});
