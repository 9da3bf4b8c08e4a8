import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { administratorUrlOf, catalogUrlOf } from './database';
import { isSystemAlive, locateSystem } from './locate-system';
import { locateService } from './services';

const callerKey = 'x'.repeat(43);
let home: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'heliograph-home-'));
  await mkdir(join(home, 'run'));
});
afterEach(() => rm(home, { recursive: true }));

async function writeSystem(change: Record<string, unknown> = {}): Promise<void> {
  const content = {
    pid: process.pid,
    gatewayUrl: 'http://127.0.0.1:8080',
    databaseUrl: 'postgresql://admin:p%40ss@localhost:5432/heliograph?host=%2Frun',
    catalogUrl: 'postgresql://heliograph_catalog:c@localhost:5432/heliograph?host=%2Frun',
    callerKey,
    addresses: { identity: 'unix:/run/identity.sock', ledger: 'unix:/run/ledger.sock' },
    startedAt: '2026-11-21T00:00:00.000Z',
    metrics: {},
    ...change,
  };
  await writeFile(join(home, 'run/system.json'), JSON.stringify(content));
}

test('a running system provides the addresses of its parts', async () => {
  await writeSystem();
  const location = await locateSystem({ HELIOGRAPH_HOME: home });
  expect(isSystemAlive(location)).toBe(true);
  expect(locateService(location, 'ledger')).toEqual({
    address: 'unix:/run/ledger.sock',
    credentials: { privateKey: callerKey },
  });
  expect(catalogUrlOf(location)).toContain('heliograph_catalog:c@');
  expect(administratorUrlOf(location)).toContain('admin:p%40ss@');
});

test('the environment takes precedence', async () => {
  await writeSystem();
  const location = await locateSystem({
    HELIOGRAPH_HOME: home,
    IDENTITY_ADDRESS: 'identity:5000',
    DATABASE_URL: 'postgresql://heliograph_catalog:mine@db/heliograph',
  });
  expect(locateService(location, 'identity').address).toBe('identity:5000');
  expect(locateService(location, 'ledger').address).toBe('unix:/run/ledger.sock');
  // A URL for the catalog's owner is used as is.
  expect(catalogUrlOf(location)).toBe('postgresql://heliograph_catalog:mine@db/heliograph');
  expect(administratorUrlOf(location)).toBeUndefined();
});

test('the default home is in the repository, wherever the program is run', async () => {
  const { home: found } = await locateSystem({});
  expect(found).toBe(resolve(__dirname, '../../../..', '.heliograph'));
});

test('without a system, the error says where it looked and how to start one', async () => {
  const location = await locateSystem({ HELIOGRAPH_HOME: home });
  expect(() => locateService(location, 'identity')).toThrow(
    `no system is running at ${home}: start it with "npm start"`,
  );
  expect(() => catalogUrlOf(location)).toThrow('DATABASE_URL_CATALOG');
});

test("DATABASE_URL for another user requires the owner's as well, even with a running system", async () => {
  await writeSystem();
  const location = await locateSystem({
    HELIOGRAPH_HOME: home,
    DATABASE_URL: 'postgresql://postgres:x@db/heliograph',
  });
  expect(() => catalogUrlOf(location)).toThrow('DATABASE_URL_CATALOG is needed');
});

test.each(['heliograph_catalog', 'heliograph_catalog_b'])(
  'DATABASE_URL of %s is the catalog',
  async (user) => {
    const databaseUrl = `postgresql://${user}:x@db/heliograph`;
    const location = await locateSystem({ HELIOGRAPH_HOME: home, DATABASE_URL: databaseUrl });
    expect(catalogUrlOf(location)).toBe(databaseUrl);
    expect(administratorUrlOf(location)).toBeUndefined();
  },
);

test("DATABASE_URL of the running system's own administrator needs no other variable", async () => {
  const databaseUrl = 'postgresql://postgres:x@db/heliograph';
  await writeSystem({ databaseUrl });
  const location = await locateSystem({ HELIOGRAPH_HOME: home, DATABASE_URL: databaseUrl });
  expect(catalogUrlOf(location)).toContain('heliograph_catalog:c@');
  expect(administratorUrlOf(location)).toBe(databaseUrl);
});

test.each(['localhost/heliograph', 'mysql://x@y/z', 'postgresql//db'])(
  '%j is not a valid DATABASE_URL, and is not repeated',
  async (url) => {
    const location = await locateSystem({ HELIOGRAPH_HOME: home, DATABASE_URL: url });
    expect(() => catalogUrlOf(location)).toThrow('DATABASE_URL must have the form');
    expect(() => catalogUrlOf(location)).not.toThrow(url);
  },
);

test('a damaged file fails and is named', async () => {
  await writeFile(join(home, 'run/system.json'), '{"pid":');
  await expect(locateSystem({ HELIOGRAPH_HOME: home })).rejects.toThrow(
    /system\.json is not a running system’s file/,
  );
});

test('a system whose process has ended is not alive', async () => {
  // Above the highest process id on Linux.
  await writeSystem({ pid: 4_194_305 });
  expect(isSystemAlive(await locateSystem({ HELIOGRAPH_HOME: home }))).toBe(false);
});
