import { join } from 'node:path';
import { takeFileLock } from '@heliograph/runtime';

/**
 * Locks a directory for this process.
 *
 * @returns a function that unlocks it.
 * @throws an error naming the process that holds it.
 */
export function lockDirectory(directory: string): () => void {
  return takeFileLock(
    join(directory, 'lock'),
    (pid) => new Error(`process ${pid} has ${directory} open: stop it, or set another VECTORS_DIRECTORY`),
  );
}
