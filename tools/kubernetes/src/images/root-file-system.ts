import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { runCommand } from '../run-command';

interface User {
  name: string;
  id: number;
  home: string;
}

const USERS: readonly User[] = [
  { name: 'root', id: 0, home: '/root' },
  { name: 'nobody', id: 65534, home: '/nonexistent' },
  { name: 'nonroot', id: 65532, home: '/home/nonroot' },
];
const UNREAD = ['usr/share/doc', 'usr/share/man', 'usr/share/lintian', 'usr/share/gcc', 'usr/share/gdb'];
/** Busybox programs that entrypoints and probes use. */
const SHELL_PROGRAMS = 'sh cat grep sed env sort mkdir chmod ls tr id'.split(' ');

/**
 * Assembles an image's files from Debian packages, without running their scripts.
 *
 * @param archives paths of the packages.
 * @param directory is created from scratch.
 * @param options.users in addition to root, nobody, and nonroot.
 * @param options.hasShell whether busybox is among the packages and provides a shell.
 */
export async function makeRootFileSystem(
  archives: readonly string[],
  directory: string,
  { users = [], hasShell = false }: { users?: readonly User[]; hasShell?: boolean } = {},
): Promise<void> {
  await rm(directory, { recursive: true, force: true });
  await mkdir(join(directory, 'etc'), { recursive: true });
  for (const archive of archives) await runCommand('dpkg-deb', ['-x', archive, directory]);
  for (const path of UNREAD) await rm(join(directory, path), { recursive: true, force: true });
  await bundleCertificates(directory);
  const people = [...USERS, ...users];
  const passwd = people.map(({ name, id, home }) => `${name}:x:${id}:${id}:${name}:${home}:/sbin/nologin\n`);
  await writeFile(join(directory, 'etc/passwd'), passwd.join(''));
  await writeFile(join(directory, 'etc/group'), people.map(({ name, id }) => `${name}:x:${id}:\n`).join(''));
  await writeFile(join(directory, 'etc/nsswitch.conf'), 'passwd: files\ngroup: files\nhosts: files dns\n');
  await mkdir(join(directory, 'home/nonroot'), { recursive: true });
  await makeWritable(join(directory, 'tmp'), 0o1777);
  if (!hasShell) return;
  await mkdir(join(directory, 'bin'), { recursive: true });
  for (const name of SHELL_PROGRAMS) {
    const path = join(directory, 'bin', name);
    if (!existsSync(path)) await symlink('/bin/busybox', path);
  }
}

/** A directory that the image's users write to. */
export async function makeWritable(directory: string, mode = 0o777): Promise<void> {
  await mkdir(directory, { recursive: true });
  await chmod(directory, mode);
}

export async function writeScript(directory: string, path: string, text: string): Promise<void> {
  const file = join(directory, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text, { mode: 0o755 });
}

/** Does what the ca-certificates package's script would do. */
async function bundleCertificates(directory: string): Promise<void> {
  const source = join(directory, 'usr/share/ca-certificates/mozilla');
  if (!existsSync(source)) return;
  const names = (await readdir(source)).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(source, name), 'utf8')));
  await mkdir(join(directory, 'etc/ssl/certs'), { recursive: true });
  await writeFile(join(directory, 'etc/ssl/certs/ca-certificates.crt'), texts.join(''));
}
