import { join } from 'node:path';

/** Set by the global setup for all workers of a run. */
const runDirectoryVariable = 'HELIOGRAPH_TEST_RUN';

/**
 * A private directory that lives as long as the jest run.
 *
 * @throws outside of jest, and under a configuration without this package's global setup.
 */
export function runDirectory(): string {
  const directory = process.env[runDirectoryVariable];
  if (directory) return directory;
  throw new Error(
    'no test run: start jest from the root of the repository, whose configuration has the global setup',
  );
}

/** Written by whoever wants the shared database server first; the global setup waits for it. */
export function databaseWantedFile(): string {
  return join(runDirectory(), 'database-wanted');
}

/** Where the global setup answers. */
export function databaseAnswerFile(): string {
  return join(runDirectory(), 'database.json');
}

/** What the answer holds. */
export type DatabaseAnswer = { connectionString: string } | { error: string };
