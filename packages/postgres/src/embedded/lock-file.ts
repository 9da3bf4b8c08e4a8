import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A running server's report in its data directory. */
interface LockFile {
  pid: number;
  /** Whether the server accepts connections; before that, it is starting or recovering. */
  ready: boolean;
}

/** Line indexes of `postmaster.pid`, from 0, as in PostgreSQL's `pidfile.h`. */
const PID_LINE = 0;
const STATUS_LINE = 7;

export function lockFilePath(dataDirectory: string): string {
  return join(dataDirectory, 'postmaster.pid');
}

/** Reads `postmaster.pid`; null if it is missing or incomplete. */
export async function readLockFile(dataDirectory: string): Promise<LockFile | null> {
  const text = await readFile(lockFilePath(dataDirectory), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const lines = text.split('\n');
  const pid = Number(lines[PID_LINE]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return { pid, ready: lines[STATUS_LINE]?.trim() === 'ready' };
}
