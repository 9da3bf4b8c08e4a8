import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { startTimeOf } from './process-identity';

interface Owner {
  pid: number;
  startTime: string;
}

/**
 * Takes a file as this process's lock. Takes over a lock whose process is gone (killed, or the machine restarted).
 *
 * @param refusal creates the error to throw if a living process holds the lock.
 * @returns a function that releases it.
 */
export function takeFileLock(path: string, refusal: (pid: number) => Error): () => void {
  const owner: Owner = { pid: process.pid, startTime: startTimeOf(process.pid) ?? '' };
  const own = JSON.stringify(owner);
  const draft = `${path}.${process.pid}.new`;
  writeFileSync(draft, own, { mode: 0o600 });
  try {
    // Linking is atomic: the file appears with its content, and only if there is none, so of two processes one wins.
    while (!linked(draft, path)) {
      const found = readLock(path);
      if (found === undefined) continue;
      const other = parseOwner(found);
      if (other && startTimeOf(other.pid) === other.startTime) throw refusal(other.pid);
      removeStale(path, found);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return () => {
    if (readLock(path) === own) rmSync(path);
  };
}

/** Removes a lock found stale, but not one that another process has meanwhile put in its place. */
function removeStale(path: string, stale: string): void {
  const aside = `${path}.${process.pid}.stale`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if (readLock(aside) !== stale) linked(aside, path);
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
