import { basename, join } from 'node:path';

/** Set by the global setup for all workers of a run. */
const RUN_DIRECTORY_VARIABLE = 'HELIOGRAPH_TEST_RUN';

/**
 * A private directory that lives as long as the Jest run.
 *
 * @throws outside Jest, or if its configuration lacks this package's global setup.
 */
export function runDirectory(): string {
  const directory = process.env[RUN_DIRECTORY_VARIABLE];
  if (directory) return directory;
  throw new Error(
    'no test run: start jest from the root of the repository, whose configuration has the global setup',
  );
}

/** Servers that all tests of a run share, each started when a test first asks for it. */
export type SharedServer =
  'database' | 'kafka' | 'opensearch' | 'qdrant' | 'redis' | 'system' | 'changing-system';

/** Written by the first test that wants a shared server; the global setup waits for it. */
export function wantedFile(server: SharedServer): string {
  return join(runDirectory(), `${server}-wanted`);
}

/** Written by the global setup in response. */
export function answerFile(server: SharedServer): string {
  return join(runDirectory(), `${server}.json`);
}

/** `address` is a connection string, comma-separated brokers, a URL, or a system's location. */
export type SharedServerResponse = { address: string } | { error: string };

/** The fully migrated database on the run's PostgreSQL server that each test's database is copied from. */
export function templateDatabase(): string {
  return basename(runDirectory()).toLowerCase().replaceAll('-', '_');
}
