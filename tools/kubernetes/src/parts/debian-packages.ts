import { isOnPath } from '@heliograph/testing';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../run-command';

/** Programs that nodes need from the machine, with their packages. CNI plugins are not on the PATH. */
const MACHINE_PACKAGES: Record<string, string> = {
  containerd: 'containerd',
  runc: 'runc',
  etcd: 'etcd-server',
  nft: 'nftables',
  iptables: 'iptables',
  conntrack: 'conntrack',
  '/usr/lib/cni/ptp': 'containernetworking-plugins',
};

/** Replaces the programs' base image: glibc, libstdc++, certificates. */
const BASE_PACKAGES =
  'base-files ca-certificates gcc-12-base libc6 libgcc-s1 libssl3 libstdc++6 netbase tzdata'.split(' ');

/** Contents of the stand-ins for the images in k8s/, besides npm and Maven packages. */
export const INFRASTRUCTURE_PACKAGES = {
  shell: ['busybox-static'],
  redis: (
    'redis-server redis-tools libjemalloc2 liblua5.1-0 lua-cjson lua-bitop liblzf1 libatomic1 libhiredis0.14 ' +
    'libsystemd0 libzstd1 liblz4-1 liblzma5 libcap2 libgcrypt20 libgpg-error0'
  ).split(' '),
  postgresql: 'postgresql-client-15 zlib1g libzstd1 liblz4-1 libreadline8 libtinfo6'.split(' '),
  kafka: ['openjdk-17-jre-headless', 'zlib1g'],
} as const;

/** Installs the packages that the machine lacks. @throws CommandFailure with apt's message. */
export async function installMachinePackages(say: (text: string) => void): Promise<void> {
  const missing = Object.entries(MACHINE_PACKAGES)
    .filter(([program]) => (program.startsWith('/') ? !existsSync(program) : !isOnPath(program)))
    .map(([, name]) => name);
  if (missing.length === 0) return;
  say(`Installing ${missing.join(', ')}`);
  const apt = ['-o', 'DPkg::Lock::Timeout=400', 'install', '-y', '--no-install-recommends', ...missing];
  await runCommand('apt-get', apt, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
}

/**
 * Fetches the archives of Debian packages if they are missing. Never leaves a partial set.
 *
 * @returns their paths, by package name.
 */
export async function fetchDebianPackages(cache: string): Promise<Map<string, string>> {
  const directory = join(cache, 'debian');
  if (!existsSync(directory)) {
    const scratch = `${directory}.${process.pid}`;
    await mkdir(scratch, { recursive: true });
    const names = [...new Set([...BASE_PACKAGES, ...Object.values(INFRASTRUCTURE_PACKAGES).flat()])];
    try {
      await runCommand('apt-get', ['download', '-q', ...names], { cwd: scratch });
      await rename(scratch, directory);
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  }
  const files = await readdir(directory);
  return new Map(files.map((file) => [file.split('_')[0]!, join(directory, file)]));
}

export function basePackages(archives: ReadonlyMap<string, string>): string[] {
  return BASE_PACKAGES.map((name) => archiveOf(archives, name));
}

/** @throws Error for a package that was not fetched. */
export function archiveOf(archives: ReadonlyMap<string, string>, name: string): string {
  const path = archives.get(name);
  if (path === undefined)
    throw new Error(`Debian's ${name} was not fetched: remove the directory debian from the cache`);
  return path;
}
