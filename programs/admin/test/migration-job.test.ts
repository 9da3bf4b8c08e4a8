import {
  databaseRoleName,
  databaseRoleNames,
  EmbeddedPostgres,
  roleConnectionString,
} from '@heliograph/postgres';
import { createLogger } from '@heliograph/runtime';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { runHere } from './support/in-process';

const repository = resolve(__dirname, '../../..');
const register = join(repository, 'tools/testing/programs/register.cjs');
/** Services that own a schema, in the order of the chart's migration Job. */
const OWNERS = ['identity', 'ledger', 'metering', 'indexer', 'notifier'] as const;

// Roles are server-wide and get new passwords here, so don't use the server shared by other tests.
let scratch: string;
let server: EmbeddedPostgres;
let adminUrl: string;
let urls: Record<string, string>;
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'heliograph-migration-'));
  const logger = createLogger({ service: 'test', level: 'silent' });
  server = await EmbeddedPostgres.start({ dataDirectory: join(scratch, 'data'), logger });
  adminUrl = server.connectionString('heliograph');
  urls = Object.fromEntries(
    databaseRoleNames.map((role) => [role, roleConnectionString(adminUrl, role, `the password of ${role}`)]),
  );
});
afterAll(async () => {
  await server.stop();
  await rm(scratch, { recursive: true });
});

const prepare = (changed: Record<string, string> = {}) =>
  runHere(['migrate'], {
    DATABASE_URL: adminUrl,
    ...Object.fromEntries(
      Object.entries({ ...urls, ...changed }).map(([role, url]) => [
        `DATABASE_URL_${role.toUpperCase()}`,
        url,
      ]),
    ),
  });

/** Runs a service's migration with only the variables that the Job sets. */
const migrateService = (name: string, variables: Record<string, string>) =>
  spawnSync(
    process.execPath,
    ['--require', register, join(repository, 'services', name, 'src/main.ts'), '--migrate'],
    { env: { PATH: process.env.PATH, ...variables }, encoding: 'utf8' },
  );

async function connected<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const appliedIn = (schema: string) =>
  connected(adminUrl, async (client) => {
    const { rows } = await client.query<{ applied: string }>(
      `SELECT count(*) AS applied FROM ${schema}.schema_migration`,
    );
    return Number(rows[0]!.applied);
  });

const currentUser = (url: string) =>
  connected(url, async (client) => {
    const { rows } = await client.query<{ name: string }>('SELECT current_user AS name');
    return rows[0]!.name;
  });

it('prepares a database with separate passwords, and each schema by its owner, repeatedly', async () => {
  for (const round of ['first', 'second']) {
    expect(await prepare()).toMatchObject({ status: 0, stderr: '' });
    for (const name of OWNERS) {
      const { status, stdout } = migrateService(name, { DATABASE_URL: urls[name]! });
      expect({ name, round, status }).toEqual({ name, round, status: 0 });
      expect(stdout.includes('migration applied')).toBe(round === 'first');
    }
  }
  for (const schema of ['catalog', ...OWNERS]) expect(await appliedIn(schema)).toBeGreaterThan(0);
  for (const role of databaseRoleNames) {
    expect(await currentUser(urls[role]!)).toBe(databaseRoleName(role));
  }
});

it('works with a role rotated as secrets.md says, and fails permanently with another user', async () => {
  expect(await prepare()).toMatchObject({ status: 0 });
  const guide = await readFile(join(repository, 'docs/operations/secrets.md'), 'utf8');
  const rotation = /^CREATE ROLE heliograph_ledger_b [^`]+/m.exec(guide)![0];
  const rotated = Object.fromEntries(
    ['ledger', 'catalog'].map((role) => {
      const url = new URL(urls[role]!);
      url.username += '_b';
      return [role, url.toString()];
    }),
  );
  for (const [role, url] of Object.entries(rotated)) {
    const password = decodeURIComponent(new URL(url).password);
    const sql = rotation.replaceAll('ledger', role).replace('…', password);
    await connected(adminUrl, (client) =>
      client.query(`${sql}; ALTER ROLE ${databaseRoleName(role)} PASSWORD NULL`),
    );
  }
  expect(await prepare(rotated)).toMatchObject({ status: 0, stderr: '' });
  expect(migrateService('ledger', { DATABASE_URL: rotated.ledger! }).status).toBe(0);
  for (const [role, url] of Object.entries(rotated)) {
    expect(await currentUser(url)).toBe(databaseRoleName(role));
    await expect(currentUser(urls[role]!)).rejects.toMatchObject({ code: '28P01' });
  }
  expect(await prepare({ ledger: urls.metering! })).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('DATABASE_URL_LEDGER must name the user heliograph_ledger') as unknown,
  });
});

it('says what is missing, and that a program without a schema has nothing to migrate', () => {
  expect(migrateService('ledger', {})).toMatchObject({
    status: 2,
    stderr: 'ledger: DATABASE_URL is required but not set\n',
  });
  expect(migrateService('ledger', { DATABASE_URL: adminUrl.replace(/:5432/, ':1') }).status).toBe(1);
  expect(migrateService('company', { DATABASE_URL: adminUrl })).toMatchObject({
    status: 2,
    stderr: 'company: --migrate is not for this program: it owns no schema\n',
  });
});
