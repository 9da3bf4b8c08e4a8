import nodeModule from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root. */
export const root = resolve(fileURLToPath(import.meta.url), '../../..');

/** Where the user ran the command: npm changes to the repository's root before it runs a script. */
export const invocationDirectory = process.env.INIT_CWD || process.cwd();

/**
 * The installation's home: HELIOGRAPH_HOME, relative to where the command was run, or `.heliograph` in the repository.
 */
export function homeDirectory() {
  const named = process.env.HELIOGRAPH_HOME;
  return named ? resolve(invocationDirectory, named) : resolve(root, '.heliograph');
}

/** Keeps compiled code for the next run (Node.js 22.8 and later). */
export function keepCompiledCode() {
  nodeModule.enableCompileCache?.(join(root, 'node_modules/.cache/heliograph/code'));
}

/** Ends the program with one line on standard error. */
export function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
