import { existsSync, mkdirSync } from 'node:fs';
import nodeModule from 'node:module';
import { dirname, join } from 'node:path';
import { directories } from './directories';

/** Keeps compiled code for the next run (Node.js 22.8 and later); where there is no place for it, none is kept. */
export function keepCompiledCode(environment: NodeJS.ProcessEnv): void {
  if (!('enableCompileCache' in nodeModule)) return;
  try {
    const directory = join(directories(environment).cache, 'compiled');
    makeDirectory(directory);
    (nodeModule.enableCompileCache as (directory: string) => unknown)(directory);
  } catch {
    // A read-only or full disk, or a user without a home.
  }
}

/** Not mkdir's own `recursive`, and so not Node's: where the system refuses with ENOENT, as below /proc, it tries forever. */
function makeDirectory(directory: string): void {
  if (existsSync(directory)) return;
  makeDirectory(dirname(directory));
  mkdirSync(directory, { mode: 0o700 });
}
