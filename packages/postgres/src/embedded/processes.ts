import { spawnSync } from 'node:child_process';
import { readdir, readFile, readlink, realpath } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { readLockFile } from './lock-file';

const POLL_MS = 20;

/**
 * The processes of a server working in a data directory: the postmaster and all its children.
 *
 * On Linux they are identified by their working directory, which also finds orphaned children. Elsewhere only the
 * postmaster is found, through its lock file and the process list.
 */
export async function serverProcesses(dataDirectory: string): Promise<number[]> {
  if (process.platform === 'linux') return processesWorkingIn(await realpath(dataDirectory));
  const lock = await readLockFile(dataDirectory);
  if (!lock) return [];
  const { stdout } = spawnSync('ps', ['-o', 'command=', '-p', String(lock.pid)], { encoding: 'utf8' });
  return stdout.includes('postgres') && stdout.includes(dataDirectory) ? [lock.pid] : [];
}

async function processesWorkingIn(directory: string): Promise<number[]> {
  const entries = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    entries.map(async (entry) => {
      // Processes may end in the meantime, and those of other users are unreadable.
      const workingDirectory = await readlink(`/proc/${entry}/cwd`).catch(() => null);
      if (workingDirectory !== directory) return null;
      const program = await readFile(`/proc/${entry}/comm`, 'utf8').catch(() => '');
      return program.trim() === 'postgres' ? Number(entry) : null;
    }),
  );
  return found.filter((pid) => pid !== null);
}

/** Sends a signal to each process that still exists. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** Waits until a condition holds; false if it does not in time. */
export async function holdsWithin(timeoutMs: number, condition: () => Promise<boolean>): Promise<boolean> {
  const end = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > end) return false;
    await delay(POLL_MS);
  }
  return true;
}
