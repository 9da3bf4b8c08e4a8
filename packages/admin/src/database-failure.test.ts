import { createServer } from 'node:net';
import { Client } from 'pg';
import { describeDatabaseFailure } from './database-failure';

async function failureOf(connectionString: string): Promise<unknown> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 50 });
  try {
    await client.connect();
  } catch (error) {
    return error;
  }
  throw new Error('the connection was made');
}

test('a database that accepts the connection and says nothing is named, with what is wrong', async () => {
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as { port: number };
  const url = `postgresql://me:secret@127.0.0.1:${port}/heliograph`;
  const line = describeDatabaseFailure(await failureOf(url), { DATABASE_URL: url });
  silent.close();
  expect(line).toBe(
    `the database at 127.0.0.1:${port} cannot be reached (no answer in time): check DATABASE_URL, DNS and network policies`,
  );
});

test('without DATABASE_URL the remedy is to start the system', async () => {
  const error = await failureOf('postgresql://me@127.0.0.1:1/heliograph');
  expect(describeDatabaseFailure(error)).toBe(
    'the database cannot be reached (ECONNREFUSED: nothing listens there): start the system with "npm start", or set DATABASE_URL_CATALOG',
  );
});

test('a refused password names the variable whose user it is', () => {
  const refused = (user: string) =>
    Object.assign(new Error(`password authentication failed for user "${user}"`), { code: '28P01' });
  const environment = {
    DATABASE_URL: 'postgresql://me:secret@db/heliograph',
    DATABASE_URL_CATALOG: 'postgresql://heliograph_catalog:secret@db/heliograph',
  };
  expect(describeDatabaseFailure(refused('me'), environment)).toBe(
    'the database refuses the password of the user me: check DATABASE_URL',
  );
  expect(describeDatabaseFailure(refused('heliograph_catalog'), environment)).toBe(
    'the database refuses the password of the user heliograph_catalog: check DATABASE_URL_CATALOG',
  );
});

test('what is not of the database is left to others', () => {
  expect(
    describeDatabaseFailure(new Error('something else'), { DATABASE_URL: 'postgresql://me@db/heliograph' }),
  ).toBeUndefined();
  expect(describeDatabaseFailure(undefined)).toBeUndefined();
});
