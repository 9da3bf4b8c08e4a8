import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { StartFailure } from '../start-failure';
import { startTimeOf } from './process-identity';

interface Owner {
  pid: number;
  startTime: string;
}

/**
 * Takes a home for this process. A lock whose process is gone (killed, or the machine restarted) is taken
 * over.
 *
 * @returns what gives it back.
 * @throws StartFailure naming the process that has it.
 */
export function lockHome(lockFile: string, homeDirectory: string): () => void {
  const owner: Owner = { pid: process.pid, startTime: startTimeOf(process.pid) ?? '' };
  const own = JSON.stringify(owner);
  const draft = `${lockFile}.${process.pid}.new`;
  writeFileSync(draft, own, { mode: 0o600 });
  try {
    // The link appears with its content and only where there is none: of two processes one gets it.
    while (!linked(draft, lockFile)) {
      const found = readLock(lockFile);
      if (found === undefined) continue;
      const other = parseOwner(found);
      if (other && startTimeOf(other.pid) === other.startTime) throw alreadyRunning(other.pid, homeDirectory);
      removeStale(lockFile, found);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return () => {
    if (readLock(lockFile) === own) rmSync(lockFile);
  };
}

/** Removes a lock that was read as stale, but not one that another process has put in its place meanwhile. */
function removeStale(lockFile: string, stale: string): void {
  const aside = `${lockFile}.${process.pid}.stale`;
  try {
    renameSync(lockFile, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if (readLock(aside) !== stale) linked(aside, lockFile);
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

function alreadyRunning(pid: number, homeDirectory: string): StartFailure {
  return new StartFailure(
    `already running: process ${pid} has ${homeDirectory}. Stop it, or set HELIOGRAPH_HOME and GATEWAY_PORT to run another system`,
    true,
  );
}
