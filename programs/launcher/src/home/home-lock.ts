import { takeFileLock } from '@heliograph/runtime';
import { StartFailure } from '../start-failure';

/**
 * Takes a home for this process.
 *
 * @returns a function that releases it.
 * @throws StartFailure naming the process that has it.
 */
export function lockHome(lockFile: string, homeDirectory: string): () => void {
  return takeFileLock(
    lockFile,
    (pid) =>
      new StartFailure(
        `already running: process ${pid} has ${homeDirectory}. Stop it, or set HELIOGRAPH_HOME, GATEWAY_PORT, and DASHBOARD_PORT to run another system`,
        true,
      ),
  );
}
