import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root. */
export const root = resolve(fileURLToPath(import.meta.url), '../../..');

/** Where the user ran the command: npm changes to the repository before it runs a script. */
export const invocationDirectory = process.env.INIT_CWD || process.cwd();

/**
 * The installation's home: HELIOGRAPH_HOME from where the command was run, otherwise `.heliograph` in the repository.
 */
export function homeDirectory() {
  const named = process.env.HELIOGRAPH_HOME;
  return named ? resolve(invocationDirectory, named) : resolve(root, '.heliograph');
}

/** Ends the program with one line on standard error. */
export function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
