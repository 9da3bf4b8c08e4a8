import { randomBytes } from 'node:crypto';
import {
  constants,
  copyFileSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { CliError } from '../failure';
import { pause } from '../http/pause';

/** Poll interval while another process holds the lock. */
const POLL_INTERVAL_MS = 40;
/** A holder keeps touching its file; one not touched for this long was abandoned, whatever machine made it. */
const STALE_AFTER_MS = 90_000;
const RENEW_MS = 10_000;
/** The error code of an action that goes on after another process took over its lock. */
export const LOCK_LOST = 'lock_lost';

interface Holder {
  pid: number;
  host: string;
  token: string;
}

/**
 * Runs an action while holding an exclusive lock file, which also works across processes. A dead process's lock is
 * taken over, and that of one suspended for minutes.
 *
 * @param action gets a function that throws a CliError once the lock was taken over. Between that check and what follows
 *   it, only a suspension of minutes could lose the lock.
 * @param timeoutMs how long to wait for the current holder.
 * @param refusal the error message when the holder does not finish in time.
 * @throws CliError when the holder does not finish in time; InterruptedError when the signal is aborted.
 */
export async function withFileLock<Result>(
  path: string,
  options: { timeoutMs: number; refusal: string; signal: AbortSignal },
  action: (assertHeld: () => void) => Promise<Result>,
): Promise<Result> {
  const holder: Holder = { pid: process.pid, host: hostname(), token: randomBytes(8).toString('hex') };
  const own = JSON.stringify(holder);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${holder.token}.new`;
  writeFileSync(draft, own, { mode: 0o600 });
  const giveUpAt = Date.now() + options.timeoutMs;
  try {
    // link() is atomic: the lock appears with its content, and only if there is none, so just one process gets it.
    while (!linked(draft, path)) {
      if (removeIfStale(path, holder.token)) continue;
      if (Date.now() > giveUpAt)
        throw new CliError(options.refusal, {
          code: 'locked',
          remedy: `Try again; if no other run is active, delete ${path}`,
        });
      await pause(POLL_INTERVAL_MS, options.signal);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  const isHeld = () => read(path) === own;
  const renewal = setInterval(() => isHeld() && renew(path), RENEW_MS).unref();
  try {
    return await action(() => {
      if (!isHeld()) throw new CliError(`Another process took over ${path}.`, { code: LOCK_LOST });
    });
  } finally {
    clearInterval(renewal);
    if (isHeld()) rmSync(path, { force: true });
  }
}

/** Whether to retry at once: a stale lock was removed, or the lock is gone. */
function removeIfStale(path: string, token: string): boolean {
  const found = read(path);
  if (found === undefined) return true;
  if (!isStale(path, found)) return false;
  const aside = `${path}.${token}.stale`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true;
    throw error;
  }
  // Another process may have put its own lock in place between our read and rename: restore it.
  if (read(aside) !== found) linked(aside, path);
  rmSync(aside, { force: true });
  return true;
}

function isStale(path: string, content: string): boolean {
  const holder = parse(content);
  if (holder?.host === hostname() && !isRunning(holder.pid)) return true;
  try {
    return Date.now() - statSync(path).mtimeMs > STALE_AFTER_MS;
  } catch {
    return false;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function linked(from: string, to: string): boolean {
  return (
    isNew(() => linkSync(from, to), ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']) ??
    // Without hard links, as on exFAT, the content appears later; until then the lock does not look stale.
    isNew(() => copyFileSync(from, to, constants.COPYFILE_EXCL))!
  );
}

/** @returns undefined if the file system does not support it. */
function isNew(create: () => void, impossible: string[] = []): boolean | undefined {
  try {
    create();
    return true;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (impossible.includes(code)) return undefined;
    throw error;
  }
}

function renew(path: string): void {
  const now = new Date();
  try {
    utimesSync(path, now, now);
  } catch {
    // Another process took it over while this one was suspended for minutes.
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function parse(content: string): Holder | undefined {
  try {
    return JSON.parse(content) as Holder;
  } catch {
    return undefined;
  }
}
