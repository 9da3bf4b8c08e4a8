import { rm } from 'node:fs/promises';
import type { Logger } from '@heliograph/runtime';
import { lockFilePath, readLockFile } from './lock-file';
import { holdsWithin, serverProcesses, signalAll } from './processes';

const FAST_STOP_MS = 20_000;
const IMMEDIATE_STOP_MS = 5_000;

/**
 * Clears a data directory of servers, so that one can start: stops a server whose supervisor was killed, and a killed
 * server's children.
 *
 * `postmaster.pid` is PostgreSQL's own guard against two servers on one directory. It is removed only once no process
 * works there: its process id may then belong to an unrelated process of the same user, and PostgreSQL would refuse to
 * start.
 */
export async function stopOrphans(dataDirectory: string, logger: Logger): Promise<void> {
  const lock = await readLockFile(dataDirectory);
  const orphans = await serverProcesses(dataDirectory);
  if (orphans.length > 0) {
    logger.warn({ dataDirectory, processes: orphans }, 'stopping a database server left from an earlier run');
    await stopAll(dataDirectory, orphans, lock?.pid);
  }
  if (lock) await rm(lockFilePath(dataDirectory), { force: true });
}

async function stopAll(
  dataDirectory: string,
  orphans: readonly number[],
  postmaster?: number,
): Promise<void> {
  const haveAllExited = async () => (await serverProcesses(dataDirectory)).length === 0;
  if (postmaster !== undefined && orphans.includes(postmaster)) {
    signalAll([postmaster], 'SIGINT');
    if (await holdsWithin(FAST_STOP_MS, haveAllExited)) return;
  }
  signalAll(await serverProcesses(dataDirectory), 'SIGQUIT');
  if (await holdsWithin(IMMEDIATE_STOP_MS, haveAllExited)) return;
  signalAll(await serverProcesses(dataDirectory), 'SIGKILL');
  if (await holdsWithin(IMMEDIATE_STOP_MS, haveAllExited)) return;
  throw new Error(
    `a database server is still running in ${dataDirectory} and cannot be stopped: stop it by hand`,
  );
}
