import { spawnSync } from 'node:child_process';
import { readdir, readFile, readlink, realpath } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { readLockFile } from './lock-file';

const POLL_MS = 20;

/**
 * The processes of a server that work in a data directory: the postmaster and all that it started.
 *
 * On Linux they are known by their working directory, which finds the postmaster's children also when it is
 * gone. Elsewhere only the postmaster is found, by what its lock file and the process list say.
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
      // Processes end while this looks, and those of other users do not tell.
      const workingDirectory = await readlink(`/proc/${entry}/cwd`).catch(() => null);
      if (workingDirectory !== directory) return null;
      const program = await readFile(`/proc/${entry}/comm`, 'utf8').catch(() => '');
      return program.trim() === 'postgres' ? Number(entry) : null;
    }),
  );
  return found.filter((pid) => pid !== null);
}

/** Sends a signal to each process that is still there. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** Waits until a condition holds; false when it does not within the time. */
export async function holdsWithin(timeoutMs: number, condition: () => Promise<boolean>): Promise<boolean> {
  const end = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > end) return false;
    await delay(POLL_MS);
  }
  return true;
}
