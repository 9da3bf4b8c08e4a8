import { spawnSync } from 'node:child_process';

/** A user and group by number. */
export interface ServerUser {
  uid: number;
  gid: number;
}

/** The usual id of `nobody`; used if the machine has no `id` command. */
const NOBODY_UID = 65534;

/**
 * The user that the server must run as. PostgreSQL refuses to run as root, so a root process uses `nobody`; any other
 * process keeps its own user (`null`).
 *
 * @throws if this process is root but cannot become another user (a container with one user mapped).
 */
export function serverUser(): ServerUser | null {
  if (process.getuid?.() !== 0) return null;
  const user = {
    uid: numberOf('-u') ?? NOBODY_UID,
    gid: numberOf('-g') ?? NOBODY_UID,
  };
  const attempt = spawnSync('/bin/sh', ['-c', ':'], { ...user, stdio: 'ignore' });
  if (attempt.status === 0) return user;
  throw new Error(
    `PostgreSQL refuses to run as root and user ${user.uid} cannot be used instead: start as another user, or set DATABASE_URL`,
  );
}

function numberOf(option: '-u' | '-g'): number | null {
  const { status, stdout } = spawnSync('id', [option, 'nobody'], { encoding: 'utf8' });
  const value = Number(stdout);
  // On macOS `nobody` is -2, which the system call takes as an unsigned number.
  return status === 0 && Number.isInteger(value) ? value >>> 0 : null;
}
