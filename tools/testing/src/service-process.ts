import type { RpcService } from '@heliograph/runtime';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';

/** A service in its own process, run from its sources. */
export interface ServiceProcess {
  pid: number;
  /** Settles with the exit status, or the signal that ended it. */
  exited: Promise<number | NodeJS.Signals>;
  /** Asks it to stop and waits until it has exited. */
  stop(): Promise<void>;
  /** Kills it like `kill -9`, without a chance to clean up, and waits until it has exited. */
  kill(): Promise<void>;
}

/** A service in the test's own process. */
export interface LocalService {
  /** Finishes what is running and closes everything. */
  stop(): Promise<void>;
}

const repository = resolve(__dirname, '../../..');
const register = join(__dirname, '../programs/register.cjs');

/**
 * Starts `services/<name>` with these variables and none of this installation's others; resolves when it is ready.
 *
 * @throws with its output if it exits first.
 */
export async function startServiceProcess(
  name: string,
  variables: Record<string, string>,
): Promise<ServiceProcess> {
  const child = fork(join(repository, 'services', name, 'src/main.ts'), [], {
    execArgv: ['--require', register],
    env: { PATH: process.env.PATH, LOG_LEVEL: 'fatal', ...variables },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const exited = once(child, 'exit').then(
    ([status, signal]) => (status ?? signal) as number | NodeJS.Signals,
  );
  const printed = text(child.stderr!);
  const isReady = await Promise.race([once(child, 'message').then(() => true), exited.then(() => false)]);
  if (!isReady) throw new Error(`${name} ended before it was ready: ${await printed}`);
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await exited;
  };
  return { pid: child.pid!, exited, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}

/**
 * Like {@link startServiceProcess}, but within the test's process, for services that the test only calls: a process
 * takes 0.7 s of CPU to start.
 */
export async function startLocalService(
  name: string,
  variables: Record<string, string>,
): Promise<LocalService> {
  const load = async <Module>(file: string) =>
    (await import(join(repository, 'services', name, 'src', file))) as Module;
  const { loadConfig } = await load<{ loadConfig: (environment: NodeJS.ProcessEnv) => unknown }>('config');
  const service = await load<Record<string, (config: unknown) => RpcService>>('service');
  const create = service[`create${name.charAt(0).toUpperCase()}${name.slice(1)}Service`]!;
  const running = create(loadConfig({ LOG_LEVEL: 'fatal', ...variables }));
  await running.start();
  return { stop: () => running.destroy() };
}
