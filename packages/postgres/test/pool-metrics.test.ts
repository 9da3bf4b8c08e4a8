import { createLogger, createMetrics } from '@heliograph/runtime';
import { freePort, startBeforeAll, startTestDatabase } from '@heliograph/testing';
import { createPool } from '../src';

const logger = createLogger({ service: 'test', level: 'silent' });

const database = startBeforeAll(startTestDatabase);

function measuredPool(connectionString: string) {
  const metrics = createMetrics('test');
  const pool = createPool(
    { connectionString, applicationName: 'pool metrics test', max: 2 },
    logger,
    metrics,
  );
  const valueOf = async (series: string) => {
    const text = await metrics.registry.metrics();
    return text
      .split('\n')
      .find((line) => line.startsWith(`heliograph_${series} `))
      ?.split(' ')[1];
  };
  return { pool, valueOf };
}

it('reports how many connections are active, idle, and waited for', async () => {
  const { pool, valueOf } = measuredPool(database.adminConnectionString);
  const labeled = (state: string) => `database_connections{state="${state}",service="test"}`;
  expect(await valueOf('database_connections_maximum{service="test"}')).toBe('2');
  const held = [await pool.connect(), await pool.connect()];
  const waiting = pool.connect();
  expect(await valueOf(labeled('in_use'))).toBe('2');
  expect(await valueOf(labeled('idle'))).toBe('0');
  expect(await valueOf('database_waiting{service="test"}')).toBe('1');
  for (const client of held) client.release();
  (await waiting).release();
  expect(await valueOf(labeled('in_use'))).toBe('0');
  expect(await valueOf(labeled('idle'))).toBe('2');
  expect(await valueOf('database_waiting{service="test"}')).toBe('0');
  expect(await valueOf('database_connection_failures_total{service="test"}')).toBe('0');
  await pool.end();
});

it('counts failed connection attempts, but not failed statements', async () => {
  const url = new URL(database.adminConnectionString);
  url.port = String(await freePort());
  url.hostname = '127.0.0.1';
  url.search = '';
  const { pool, valueOf } = measuredPool(url.toString());
  await expect(pool.query('SELECT 1')).rejects.toThrow();
  await expect(pool.query('SELECT 1')).rejects.toThrow();
  expect(await valueOf('database_connection_failures_total{service="test"}')).toBe('2');
  await pool.end();

  const sound = measuredPool(database.adminConnectionString);
  await expect(sound.pool.query('SELECT nothing')).rejects.toThrow();
  expect(await sound.valueOf('database_connection_failures_total{service="test"}')).toBe('0');
  await sound.pool.end();
});
