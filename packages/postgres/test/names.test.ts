import { createLogger } from '@heliograph/runtime';
import { freePort, startBeforeAll } from '@heliograph/testing';
import dns from 'node:dns';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPool, EmbeddedPostgres } from '../src';

const logger = createLogger({ service: 'test', level: 'silent' });

const database = startBeforeAll(async () => {
  const home = await mkdtemp(join(tmpdir(), 'names-'));
  const port = await freePort();
  const server = await EmbeddedPostgres.start({ dataDirectory: join(home, 'data'), port, logger });
  const stop = async () => {
    await server.stop();
    await rm(home, { recursive: true, force: true });
  };
  const { username, password } = new URL(server.connectionString());
  const connectionString = (host: string) => `postgresql://${username}:${password}@${host}:${port}/postgres`;
  return { connectionString, stop };
});
const asked = jest.spyOn(dns.promises, 'lookup') as unknown as jest.SpyInstance<Promise<dns.LookupAddress[]>>;
const here = [{ address: '127.0.0.1', family: 4 }];
const elsewhere = [{ address: '127.0.0.9', family: 4 }];
afterAll(() => asked.mockRestore());

/** Opens a new connection, as a busy pool does. */
async function connectTo(name: string): Promise<unknown> {
  const connectionString = database.connectionString(name);
  const pool = createPool({ connectionString, applicationName: 'names test', max: 1 }, logger);
  try {
    return (await pool.query('SELECT 1 AS one')).rows;
  } finally {
    await pool.end();
  }
}

it('is not waited for if it was resolved before and DNS is silent', async () => {
  asked.mockResolvedValue(here);
  await connectTo('known.test');
  asked.mockReturnValue(new Promise(() => undefined));
  expect(await connectTo('known.test')).toEqual([{ one: 1 }]);
  await expect(connectTo('new.test')).rejects.toThrow('timeout');
});

it('keeps its last addresses when DNS fails', async () => {
  asked.mockResolvedValue(here);
  await connectTo('kept.test');
  asked.mockRejectedValue(Object.assign(new Error('try again'), { code: 'EAI_AGAIN' }));
  expect(await connectTo('kept.test')).toEqual([{ one: 1 }]);
  await expect(connectTo('unknown.test')).rejects.toMatchObject({ code: 'EAI_AGAIN' });
});

it('is still looked up, and its new addresses are used', async () => {
  asked.mockResolvedValue(elsewhere);
  await expect(connectTo('moving.test')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  asked.mockResolvedValue(here);
  expect(await connectTo('moving.test')).toEqual([{ one: 1 }]);
});

it('is looked up once by connections that open together', async () => {
  asked.mockClear();
  asked.mockResolvedValue(here);
  await Promise.all(Array.from({ length: 8 }, () => connectTo('shared.test')));
  expect(asked).toHaveBeenCalledTimes(1);
});
