import { homedir } from 'node:os';
import { join } from 'node:path';

/** Directory for programs that tests download, shared by all of a user's checkouts. */
export function cacheDirectory(environment = process.env): string {
  return join(environment.XDG_CACHE_HOME || join(homedir(), '.cache'), 'heliograph');
}
