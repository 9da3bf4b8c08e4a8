import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import {
  bootstrapSchemas,
  roleConnectionString,
  rolePassword,
  type DatabaseRole,
} from '@heliograph/postgres';
import { Client } from 'pg';
import { databaseAnswerFile, databaseWantedFile, type DatabaseAnswer } from './run-directory';
import { testSecret } from './secret';
import { waitFor } from './wait-for';

/** A database of one test file: bootstrapped (roles, schemas, rights), with no migration applied. */
export interface TestDatabase {
  adminConnectionString: string;
  /** As a role, or as the administrator when none is given. */
  connectionString(role?: DatabaseRole): string;
  /** Drops the database, closing what is still connected to it. May be called again. */
  stop(): Promise<void>;
}

const serverStartMs = 60_000;

/**
 * A fresh database on the run's one PostgreSQL server, which starts when the first test asks for it. With
 * TEST_DATABASE_URL, on that server instead.
 */
export async function startTestDatabase(): Promise<TestDatabase> {
  const server = await testServer();
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(server, (client) => client.query(`CREATE DATABASE ${name}`));
  const url = new URL(server);
  url.pathname = `/${name}`;
  const adminConnectionString = url.toString();
  await bootstrapSchemas(adminConnectionString);
  let dropped: Promise<unknown> | undefined;
  return {
    adminConnectionString,
    connectionString: (role) =>
      role
        ? roleConnectionString(adminConnectionString, role, rolePassword(testSecret, role))
        : adminConnectionString,
    stop: async () => {
      dropped ??= onServer(server, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
      await dropped;
    },
  };
}

/** The administrator's connection string for the run's server. */
async function testServer(): Promise<string> {
  await writeFile(databaseWantedFile(), '');
  await waitFor(() => existsSync(databaseAnswerFile()), {
    timeoutMs: serverStartMs,
    description: 'the start of the test database server',
  });
  const answer = JSON.parse(await readFile(databaseAnswerFile(), 'utf8')) as DatabaseAnswer;
  if ('error' in answer) throw new Error(`the test database server did not start: ${answer.error}`);
  return answer.connectionString;
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
