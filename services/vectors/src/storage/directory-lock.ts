import { join } from 'node:path';
import { takeFileLock } from '@heliograph/runtime';

/**
 * Takes a directory for this process.
 *
 * @returns releases it.
 * @throws naming the process that has it.
 */
export function lockDirectory(directory: string): () => void {
  return takeFileLock(
    join(directory, 'lock'),
    (pid) => new Error(`process ${pid} has ${directory} open: stop it, or set another VECTORS_DIRECTORY`),
  );
}
