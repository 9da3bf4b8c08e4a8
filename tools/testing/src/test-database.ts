import { randomBytes } from 'node:crypto';
import {
  bootstrapSchemas,
  connectionRights,
  DATABASE_ROLES,
  roleConnectionString,
  type DatabaseRole,
} from '@heliograph/postgres';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { templateDatabase } from './run-directory';
import { testRolePassword } from './secret';
import { sharedServer } from './shared-server';

/** One test file's database. */
export interface TestDatabase {
  adminConnectionString: string;
  /** For a role, or for the administrator by default. */
  connectionString(role?: DatabaseRole): string;
  /** Drops the database and closes its remaining connections. Safe to call repeatedly. */
  stop(): Promise<void>;
}

const SERVER_START_MS = 60_000;
/** Connections disappear a moment after their clients have closed them. */
const DISCONNECT_MS = 500;

/**
 * A fresh, fully migrated database on the run's only PostgreSQL server, which starts when a test first asks for it, or
 * on the server at TEST_DATABASE_URL.
 */
export async function startTestDatabase(): Promise<TestDatabase> {
  const server = await sharedServer('database', SERVER_START_MS);
  const name = newName();
  await onServer(server, async (client) => {
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${templateDatabase()} STRATEGY FILE_COPY`);
    await client.query(connectionRights(name));
  });
  return testDatabase(server, name);
}

/** Like `startTestDatabase`, but with only roles, schemas, and grants: for tests of migrations or of their absence. */
export async function startUnmigratedDatabase(): Promise<TestDatabase> {
  const server = await sharedServer('database', SERVER_START_MS);
  const name = newName();
  await onServer(server, (client) => client.query(`CREATE DATABASE ${name} STRATEGY FILE_COPY`));
  const database = testDatabase(server, name);
  await bootstrapSchemas(database.adminConnectionString);
  return database;
}

const newName = () => `test_${randomBytes(6).toString('hex')}`;

function testDatabase(server: string, name: string): TestDatabase {
  const url = new URL(server);
  url.pathname = `/${name}`;
  const adminConnectionString = url.toString();
  let dropped: Promise<unknown> | undefined;
  return {
    adminConnectionString,
    connectionString: (role) =>
      role
        ? roleConnectionString(adminConnectionString, role, testRolePassword(DATABASE_ROLES[role].name))
        : adminConnectionString,
    stop: async () => {
      dropped ??= onServer(server, async (client) => {
        await whileConnectionsEnd(client, name);
        await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      });
      await dropped;
    },
  };
}

/**
 * A pool's `end` resolves before its connections have closed. Cut off in between, they would emit an error without a
 * listener and fail a test that has passed.
 */
async function whileConnectionsEnd(client: Client, database: string): Promise<void> {
  const until = performance.now() + DISCONNECT_MS;
  const isInUse = async () => {
    const { rowCount } = await client.query(
      `SELECT FROM pg_stat_activity WHERE datname = $1 AND backend_type = 'client backend' LIMIT 1`,
      [database],
    );
    return rowCount !== 0;
  };
  while ((await isInUse()) && performance.now() < until) await delay(10);
}

async function onServer(connectionString: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
