import { createLogger } from '@heliograph/runtime';
import { startTestDatabase, waitFor, type TestDatabase } from '@heliograph/testing';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { Pool } from 'pg';
import { createPool, queryUntil } from '../src';

const logger = createLogger({ service: 'test', level: 'silent' });
const gone = new Error('the caller is gone');
let database: TestDatabase;
let witness: Pool;

const poolOf = (max: number, connectionString = database.adminConnectionString) =>
  createPool({ connectionString, applicationName: 'until test', max }, logger);

/** Number of the tested pool's statements that the server is running, without ended ones. */
async function running(text: string): Promise<number> {
  const { rows } = await witness.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM pg_stat_activity
      WHERE application_name = 'until test' AND state = 'active' AND query LIKE $1`,
    [`%${text}%`],
  );
  return rows[0]!.count;
}

const untilRunning = (text: string, count: number) => waitFor(async () => (await running(text)) === count);

beforeAll(async () => {
  database = await startTestDatabase();
  witness = createPool(
    { connectionString: database.adminConnectionString, applicationName: 'witness', max: 1 },
    logger,
  );
});
afterAll(async () => {
  await witness.end();
  await database.stop();
});

it('ends a running statement in the server, and its connection remains usable', async () => {
  const pool = poolOf(1);
  const pid = async () => (await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]!.pid;
  const before = await pid();
  const controller = new AbortController();
  const cancelled = jest.fn();
  const response = queryUntil(pool, { text: "SELECT pg_sleep(600), 'one'" }, controller.signal, cancelled);
  response.catch(() => undefined);
  await untilRunning("'one'", 1);
  controller.abort(gone);
  await expect(response).rejects.toBe(gone);
  await untilRunning("'one'", 0);
  expect(await pid()).toBe(before);
  expect(cancelled).toHaveBeenCalledTimes(1);
  await pool.end();
});

it('drops a statement that waits for a connection, without sending it', async () => {
  const pool = poolOf(1);
  const holder = await pool.connect();
  const controller = new AbortController();
  const response = queryUntil(pool, { text: 'CREATE TABLE never_made ()' }, controller.signal);
  response.catch(() => undefined);
  controller.abort(gone);
  await expect(response).rejects.toBe(gone);
  await expect(queryUntil(pool, { text: 'SELECT 1' }, controller.signal)).rejects.toBe(gone);
  holder.release();
  expect((await pool.query("SELECT to_regclass('never_made') AS made")).rows).toEqual([{ made: null }]);
  await pool.end();
});

it("never cancels a connection's next statement, however close the end and the cancellation are", async () => {
  const pool = poolOf(2);
  const outcomes = { answered: 0, cancelled: 0 };
  // Follows the duration of the statements, which depends on the machine.
  let patienceMs = 0;
  for (let round = 0; round < 150; round += 1) {
    const controller = new AbortController();
    const short = queryUntil(
      pool,
      { text: 'SELECT pg_sleep($1)', values: [0.001 * (round % 5)] },
      controller.signal,
    );
    const timer = setTimeout(() => controller.abort(gone), patienceMs);
    const next = [1, 2].map((value) =>
      queryUntil<{ value: number }>(
        pool,
        { text: 'SELECT pg_sleep(0.002), $1::integer AS value', values: [value] },
        new AbortController().signal,
      ),
    );
    await short.then(
      () => {
        outcomes.answered += 1;
        patienceMs = Math.max(0, patienceMs - 1);
      },
      (error) => {
        expect(error).toBe(gone);
        outcomes.cancelled += 1;
        patienceMs += 1;
      },
    );
    clearTimeout(timer);
    expect((await Promise.all(next)).map(({ rows }) => rows[0]!.value)).toEqual([1, 2]);
  }
  // Both sides of the race occurred.
  expect(outcomes.answered).toBeGreaterThan(0);
  expect(outcomes.cancelled).toBeGreaterThan(0);
  await pool.end();
});

it('closes a connection whose server cannot be asked to cancel', async () => {
  const url = new URL(database.adminConnectionString);
  const directory = url.searchParams.get('host');
  const port = Number(url.port || 5432);
  const sockets: Socket[] = [];
  // Forwards only the pool's connection.
  const way = createServer((socket) => {
    socket.on('error', () => undefined);
    if (sockets.push(socket) > 1) return socket.resetAndDestroy();
    const onward = directory ? connect(`${directory}/.s.PGSQL.${port}`) : connect(port, url.hostname);
    onward.on('error', () => undefined);
    socket.once('close', () => onward.destroy());
    return socket.pipe(onward).pipe(socket);
  });
  way.listen(0, '127.0.0.1');
  await once(way, 'listening');
  url.searchParams.delete('host');
  url.host = `127.0.0.1:${(way.address() as AddressInfo).port}`;
  const pool = poolOf(1, url.toString());
  const controller = new AbortController();
  const response = queryUntil(pool, { text: "SELECT pg_sleep(600), 'two'" }, controller.signal);
  response.catch(() => undefined);
  await untilRunning("'two'", 1);
  controller.abort(gone);
  await expect(response).rejects.toBe(gone);
  await waitFor(() => pool.totalCount === 0);
  await witness.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%''two''%' AND pid <> pg_backend_pid()",
  );
  await pool.end();
  way.close();
});

it("passes on the server's error for a statement", async () => {
  const pool = poolOf(1);
  const { signal } = new AbortController();
  await expect(queryUntil(pool, { text: 'SELECT 1/0' }, signal)).rejects.toMatchObject({ code: '22012' });
  expect((await queryUntil(pool, { text: 'SELECT 1 AS one' }, signal)).rows).toEqual([{ one: 1 }]);
  await pool.end();
});
