import { EmbeddedPostgres } from '@heliograph/postgres';
import { createLogger } from '@heliograph/runtime';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-address';
import { copyStopped } from './replicated-database';

const logger = createLogger({ service: 'test', level: 'fatal' });

/** A server, and one restored from a copy of it that runs beside it, on the same timeline. */
export interface RestoredDatabase {
  original: EmbeddedPostgres;
  copy: EmbeddedPostgres;
  ports: Readonly<{ original: number; copy: number }>;
  /** The administrator's connection string at a port. */
  connectionString(port: number): string;
  restartOriginal(): Promise<void>;
  stop(): Promise<void>;
}

/** @param prepare fills the server before it is copied. */
export async function startRestoredDatabase(
  prepare: (connectionString: string) => Promise<void> = () => Promise.resolve(),
): Promise<RestoredDatabase> {
  const home = await mkdtemp(join(tmpdir(), 'restored-'));
  const ports = { original: await freePort(), copy: await freePort() };
  const run = (name: keyof typeof ports) =>
    EmbeddedPostgres.start({ dataDirectory: join(home, name), port: ports[name], logger });
  const first = await run('original');
  const { username, password } = new URL(first.connectionString());
  const connectionString = (port: number) =>
    `postgresql://${username}:${password}@127.0.0.1:${port}/postgres`;
  await prepare(connectionString(ports.original));
  await first.stop();
  await copyStopped(join(home, 'original'), join(home, 'copy'));
  const database = {
    original: await run('original'),
    copy: await run('copy'),
    ports,
    connectionString,
    restartOriginal: async () => {
      await database.original.stop();
      database.original = await run('original');
    },
    stop: async () => {
      await Promise.all([database.original.stop(), database.copy.stop()]);
      await rm(home, { recursive: true, force: true });
    },
  };
  return database;
}
