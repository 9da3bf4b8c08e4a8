import { createLogger } from '@heliograph/runtime';
import { startBeforeAll, startTestDatabase } from '@heliograph/testing';
import { createPool, inTransaction } from '../src';

const logger = createLogger({ service: 'test', level: 'fatal' });
const database = startBeforeAll(startTestDatabase);

const poolOf = () =>
  createPool(
    { connectionString: database.adminConnectionString, applicationName: 'transaction test', max: 1 },
    logger,
  );

it('leaves a server that has become read-only', async () => {
  const pool = poolOf();
  await pool.query('CREATE TABLE written (number integer)');
  const write = () => inTransaction(pool, (client) => client.query('INSERT INTO written VALUES (1)'));
  // Like a former primary behind an address that leads to another server by now.
  await pool.query('SET default_transaction_read_only = on');
  await expect(write()).rejects.toMatchObject({ code: '25006' });
  await expect(write()).resolves.toMatchObject({ rowCount: 1 });
  await pool.end();
});

it('keeps a connection after any other failure', async () => {
  const pool = poolOf();
  const pid = async () => (await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]!.pid;
  const before = await pid();
  await expect(inTransaction(pool, (client) => client.query('SELECT 1 / 0'))).rejects.toThrow('zero');
  expect(await pid()).toBe(before);
  await pool.end();
});
