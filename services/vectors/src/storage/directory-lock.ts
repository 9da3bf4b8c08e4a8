import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTimeOf } from './process-identity';

interface Owner {
  pid: number;
  startTime: string;
}

/**
 * Takes a directory for this process. A lock whose process is gone (killed, or the machine restarted) is taken over.
 *
 * @returns what gives it back.
 * @throws naming the process that has it.
 */
export function lockDirectory(directory: string): () => void {
  const lock = join(directory, 'lock');
  const owner: Owner = { pid: process.pid, startTime: startTimeOf(process.pid) ?? '' };
  const own = JSON.stringify(owner);
  const draft = `${lock}.${process.pid}.new`;
  writeFileSync(draft, own, { mode: 0o600 });
  try {
    // The link appears with its content and only where there is none: of two processes one gets it.
    while (!linked(draft, lock)) {
      const found = readLock(lock);
      if (found === undefined) continue;
      const other = parseOwner(found);
      if (other && startTimeOf(other.pid) === other.startTime) {
        throw new Error(
          `process ${other.pid} has ${directory} open: stop it, or set another VECTORS_DIRECTORY`,
        );
      }
      removeStale(lock, found);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return () => {
    if (readLock(lock) === own) rmSync(lock);
  };
}

/** Removes a lock that was read as stale, but not one that another process has put in its place meanwhile. */
function removeStale(lock: string, stale: string): void {
  const aside = `${lock}.${process.pid}.stale`;
  try {
    renameSync(lock, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if (readLock(aside) !== stale) linked(aside, lock);
  rmSync(aside, { force: true });
}

function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function readLock(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function parseOwner(text: string): Owner | undefined {
  try {
    return JSON.parse(text) as Owner;
  } catch {
    return undefined;
  }
}
