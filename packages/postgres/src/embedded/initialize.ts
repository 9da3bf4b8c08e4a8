import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { ServerUser } from './unprivileged-user';

const run = promisify(execFile);

/** The administrator of an embedded server. */
export const SUPERUSER = 'heliograph_admin';

/** The superuser's password file: next to the data directory, readable only by the owner of the installation. */
function passwordFile(dataDirectory: string): string {
  return `${dataDirectory}.password`;
}

/** @throws if the data directory exists but its password file does not. */
export async function readPassword(dataDirectory: string): Promise<string> {
  try {
    return await readFile(passwordFile(dataDirectory), 'utf8');
  } catch (error) {
    throw new Error(
      `${passwordFile(dataDirectory)} is missing, and ${dataDirectory} is unusable without it: restore it, or remove both`,
      { cause: error },
    );
  }
}

/**
 * Creates a data directory: UTF-8, sorted by code point (the same on every machine, whatever its C library), SCRAM for
 * every connection. It appears under its name only once complete; remains of an interrupted attempt are removed.
 */
export async function initialize(
  dataDirectory: string,
  initdb: string,
  user: ServerUser | null,
): Promise<void> {
  const staging = `${dataDirectory}.new`;
  const made = join(staging, 'data');
  const passwordInput = join(staging, 'password');
  // The interrupted attempt's process may still be writing for a moment.
  await rm(staging, { recursive: true, force: true, maxRetries: 20 });
  await mkdir(dirname(dataDirectory), { recursive: true });
  for (const directory of [staging, made]) await mkdir(directory, { mode: 0o700 });
  const password = randomBytes(24).toString('base64url');
  await writeFile(passwordInput, password, { mode: 0o600 });
  if (user) for (const path of [staging, made, passwordInput]) await chown(path, user.uid, user.gid);

  const options = [
    `--pgdata=${workingPath(made, user)}`,
    `--username=${SUPERUSER}`,
    // Relative for the same reason as the data directory: the user may be unable to traverse its absolute path.
    `--pwfile=${join('..', 'password')}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ];
  await run(initdb, options, { cwd: made, ...user }).catch((error: unknown) => {
    const lines = (error as { stderr?: string }).stderr?.trim().split('\n') ?? [];
    const reason = lines.find((line) => /FATAL|error:/.test(line)) ?? lines.at(-1) ?? String(error);
    throw new Error(`PostgreSQL could not create its data directory ${dataDirectory}: ${reason}`, {
      cause: error,
    });
  });
  // The password first: a data directory without it would be useless. Flushed, like initdb's data: after a power cut,
  // an unflushed password would be empty.
  await writeFile(passwordFile(dataDirectory), password, { mode: 0o600, flush: true });
  await rename(made, dataDirectory);
  await rm(staging, { recursive: true });
}

/**
 * The path that a server running in a directory should use for it.
 *
 * Another user may be unable to traverse its path, because root owns the parents. But a process enters its working
 * directory before it gives up root's rights, and Linux can name that directory without traversing.
 */
export function workingPath(directory: string, user: ServerUser | null): string {
  return user && process.platform === 'linux' ? '/proc/self/cwd' : directory;
}
