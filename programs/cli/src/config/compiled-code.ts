import { existsSync, mkdirSync } from 'node:fs';
import nodeModule from 'node:module';
import { dirname, join } from 'node:path';
import { directories } from './directories';

/** Enables Node's compile cache (22.8 and later), where there is a place to write it. */
export function keepCompiledCode(environment: NodeJS.ProcessEnv): void {
  if (!('enableCompileCache' in nodeModule)) return;
  try {
    const directory = join(directories(environment).cache, 'compiled');
    makeDirectory(directory);
    (nodeModule.enableCompileCache as (directory: string) => unknown)(directory);
  } catch {
    // The disk is read-only or full, or the user has no home.
  }
}

/** Replaces mkdir's `recursive`, which retries forever where the system returns ENOENT, as below /proc. */
function makeDirectory(directory: string): void {
  if (existsSync(directory)) return;
  makeDirectory(dirname(directory));
  mkdirSync(directory, { mode: 0o700 });
}
