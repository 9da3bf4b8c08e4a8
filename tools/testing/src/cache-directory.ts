import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where programs that tests fetch are kept, once for all checkouts of a user. */
export function cacheDirectory(environment = process.env): string {
  return join(environment.XDG_CACHE_HOME || join(homedir(), '.cache'), 'heliograph');
}
