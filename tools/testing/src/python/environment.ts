import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { cacheDirectory } from '../cache-directory';

/** The Python SDK. */
export const PYTHON_SDK = resolve(__dirname, '../../../../sdks/python');

const REQUIREMENTS = join(PYTHON_SDK, 'requirements-dev.txt');
const INSTALL_TIMEOUT_MS = 300_000;

/** Whether there is a Python that the SDK supports and that can create virtual environments. */
export function hasPython(environment = process.env): boolean {
  const program = 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 10))';
  return spawnSync(systemPython(environment), ['-c', program], { env: environment }).status === 0;
}

/**
 * The Python of a virtual environment with the requirements of the SDK and its tests, created if it is missing. It
 * stays in the cache, for all checkouts and runs, until the requirements change. It appears atomically, even if several
 * programs create it at once or one is killed meanwhile. Wrap the tests in `describeWith('python', …)`.
 *
 * @param requirementsFile what pip installs; by default what the SDK's tests need.
 * @throws with pip's reason.
 */
export async function pythonEnvironment(requirementsFile = REQUIREMENTS): Promise<string> {
  const requirements = await readFile(requirementsFile);
  const { stdout: version } = await run(systemPython(), ['--version']);
  const hash = createHash('sha256').update(requirements).update(version).digest('hex').slice(0, 12);
  const directory = join(cacheDirectory(), `python-${hash}`);
  const python = join(directory, 'bin/python');
  if (existsSync(directory)) return python;
  await mkdir(dirname(directory), { recursive: true });
  const scratch = await mkdtemp(`${directory}.`);
  try {
    await run(systemPython(), ['-m', 'venv', scratch]);
    await run(join(scratch, 'bin/python'), ['-m', 'pip', 'install', '--quiet', '-r', requirementsFile]);
    // Its scripts hard-code their original path, but its Python does not: hence python -m.
    await rename(scratch, directory).catch((error: unknown) => {
      // Another program was faster.
      if (!existsSync(directory)) throw error;
    });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  return python;
}

/**
 * mypy's cache directory for the environment's packages, kept for later runs.
 *
 * @param python from {@link pythonEnvironment}
 * @param check a name for mypy's options, on which the cache depends.
 */
export function mypyCache(python: string, check: string): string {
  return resolve(python, '../../mypy', check);
}

function systemPython(environment = process.env): string {
  return environment.PYTHON || 'python3';
}

async function run(program: string, args: readonly string[]): Promise<{ stdout: string }> {
  try {
    return await promisify(execFile)(program, args, { timeout: INSTALL_TIMEOUT_MS });
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    throw new Error(`${program} ${args.join(' ')} failed: ${stderr?.trim() || message}`, { cause: error });
  }
}
