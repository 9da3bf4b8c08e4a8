import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { freePort, waitFor } from '@heliograph/testing';

/** The user that images run as. */
const USER_OF_IMAGES = 65_532;

interface ProgramOptions {
  /** The image's /app: the program's working directory, and the only part of the disk that it may read. */
  tree: string;
  /** The program's file, relative to `tree`. */
  entry: string;
  args?: readonly string[];
  /** Its complete environment. */
  variables: Record<string, string>;
  /** Directories that are volumes in a cluster: it may read and write there. */
  volumes?: readonly string[];
  /** Whether it may run threads; others may not. */
  hasThreads?: boolean;
  /** Whether it may load native addons; others may not. */
  hasAddons?: boolean;
}

interface EndedProgram {
  status: number;
  output: string;
}

export interface StartedProgram {
  /** Milliseconds from the start of the process to the first /readyz that reports ready. */
  readyAfterMs: number;
  /**
   * CPU milliseconds until then, which a busy machine does not increase; undefined if the system does not report it.
   */
  processorMs: number | undefined;
  /** Asks it to stop; resolves with its exit status and all of its output. */
  stop(): Promise<EndedProgram>;
}

/** The volumes' owner; undefined if the platform has no user ids. */
export const imageUser = process.getuid?.() === 0 ? USER_OF_IMAGES : process.getuid?.();

/** Before Node.js 22.13, the flag had the longer name. */
const PERMISSION = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission';

/** Node.js denies fsync to every program with limited permissions; what it would have made durable is temporary here. */
const WITHOUT_FSYNC = `--import=data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs';
  const { open } = fs.promises;
  const nothing = async () => undefined;
  fs.promises.open = async (...args) => Object.assign(await open(...args), { sync: nothing, datasync: nothing });
`)}`;

/**
 * Runs a program like its image would: it may only read its tree and use its volumes. Node.js denies it everything
 * else, including other programs, so it has no access to the repository or a shell. When this runs as root, it runs as
 * the images' user.
 */
function launch(options: ProgramOptions) {
  const { tree, entry, args = [], variables, volumes = [], hasThreads = false, hasAddons = false } = options;
  const mayAccess = volumes.flatMap((volume) => [
    `--allow-fs-read=${volume}/*`,
    `--allow-fs-write=${volume}/*`,
  ]);
  const permissions = [PERMISSION, WITHOUT_FSYNC, `--allow-fs-read=${tree}/*`, ...mayAccess];
  if (hasThreads) permissions.push('--allow-worker');
  if (hasAddons) permissions.push('--allow-addons');
  const isRoot = process.getuid?.() === 0;
  const child = spawn(process.execPath, ['--no-warnings', ...permissions, entry, ...args], {
    cwd: tree,
    env: variables,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(isRoot ? { uid: USER_OF_IMAGES, gid: USER_OF_IMAGES } : {}),
  });
  const ended = Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]).then(
    ([[status, signal], printed, failed]): EndedProgram => ({
      status: (status as number | null) ?? 128,
      output: `${printed}${failed}${signal === null ? '' : `ended by ${String(signal)}\n`}`,
    }),
  );
  return { child, ended };
}

/** A process's CPU time so far; only on Linux, in its ticks of a hundredth of a second. */
function processorMsOf(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined;
  // The fields from the third on, after the name in parentheses, which may contain anything.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Runs a program until it exits. */
export function runProgram(options: ProgramOptions): Promise<EndedProgram> {
  return launch(options).ended;
}

/** Starts a service; resolves when it is ready, as a probe sees it. */
export async function startProgram(options: ProgramOptions): Promise<StartedProgram> {
  const port = await freePort();
  const variables = { ...options.variables, METRICS_HOST: '127.0.0.1', METRICS_PORT: String(port) };
  const began = performance.now();
  const { child, ended } = launch({ ...options, variables });
  let end: EndedProgram | undefined;
  void ended.then((result) => (end = result));
  const isReady = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status === 200;
  await waitFor(async () => end !== undefined || (await isReady()), {
    description: `readiness of ${options.entry}`,
  }).catch(async (error: unknown) => {
    child.kill('SIGKILL');
    throw new Error(`${options.entry} did not become ready: ${(await ended).output}`, { cause: error });
  });
  if (end !== undefined) throw new Error(`${options.entry} ended before it was ready: ${end.output}`);
  return {
    readyAfterMs: performance.now() - began,
    processorMs: processorMsOf(child.pid!),
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}
