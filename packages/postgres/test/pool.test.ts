import { createLogger } from '@heliograph/runtime';
import { startBeforeAll, startTestDatabase, waitFor } from '@heliograph/testing';
import { createPool } from '../src';

const warnings: string[] = [];
const logger = createLogger(
  { service: 'test', level: 'warn' },
  { write: (line) => void warnings.push(line) },
);

const database = startBeforeAll(startTestDatabase);

const poolOf = (statementTimeoutMs?: number) =>
  createPool(
    {
      connectionString: database.adminConnectionString,
      applicationName: 'pool test',
      max: 2,
      statementTimeoutMs,
    },
    logger,
  );

it('survives the loss of its idle connections and logs it', async () => {
  const pool = poolOf();
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const other = poolOf();
  await other.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
  await waitFor(() => warnings.some((line) => line.includes('an idle database connection broke')));
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  await Promise.all([pool.end(), other.end()]);
});

it('survives the loss of an active connection between its queries', async () => {
  const pool = poolOf();
  const client = await pool.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const other = poolOf();
  const lost = new Promise((done) => client.once('end', done));
  await other.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
  await lost;
  await expect(client.query('SELECT 1')).rejects.toThrow();
  client.release(true);
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  await Promise.all([pool.end(), other.end()]);
});

it("returns dates as written, whatever the process's time zone", async () => {
  const pool = poolOf();
  const { rows } = await pool.query(`SELECT date '2026-08-30' AS day, 9007199254740993 AS large`);
  expect(rows).toEqual([{ day: '2026-08-30', large: '9007199254740993' }]);
  await pool.end();
});

it('makes the server cancel a statement that takes too long', async () => {
  const pool = poolOf(50);
  await expect(pool.query('SELECT pg_sleep(30)')).rejects.toThrow('statement timeout');
  await pool.end();
});
