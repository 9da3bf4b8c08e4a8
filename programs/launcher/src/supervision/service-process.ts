import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync } from 'node:fs';
import type { LogFiles } from '../home/log-files';
import { StartFailure } from '../start-failure';
import { portInUse } from './ports';
import { lowerPriority } from './nice';
import type { RunningProgram } from './supervisor';

interface ServiceProcessOptions {
  name: string;
  /** The program's file. */
  program: string;
  /** The whole environment. */
  environment: NodeJS.ProcessEnv;
  logs: LogFiles;
  /** Megabytes below which it runs no full garbage collection; V8's own choice by default. */
  heapMegabytes?: number | undefined;
  /** Megabytes of new objects between two collections of them; 32 by default, twice V8's choice. */
  youngMegabytes?: number | undefined;
  /** Its niceness once it is ready: 0 to 19. */
  niceness: number;
  /** How long it may take to report that it is ready. */
  readyTimeoutMs: number;
  /** How long it may take to stop before it is killed. */
  stopTimeoutMs: number;
}

/** A service's exit status for a configuration that cannot work: restarting it is useless. */
const BAD_CONFIGURATION = 2;

/**
 * Runs a service as a child of this process and resolves when it has sent `{type: 'ready'}` over its IPC channel. When
 * this process dies, the channel closes and the service stops.
 *
 * It has its own process group: Ctrl-C in a terminal reaches only the launcher, which stops services in order.
 *
 * @throws StartFailure with what the service logged about it.
 */
export async function launchService(
  options: ServiceProcessOptions,
  signal: AbortSignal,
): Promise<RunningProgram> {
  const { name, logs } = options;
  const logStart = logs.sizeOf(name);
  const child = spawnService(options);
  const exited = exitOf(child);
  const kill = () => killGroup(child);
  const outcome = await firstOutcome(child, exited, options.readyTimeoutMs, signal);
  if (outcome !== 'ready') {
    kill();
    const how = await exited;
    throw failure(
      options,
      outcome === 'exited' ? how : outcome,
      child.exitCode,
      stderrLines(logs.tail(name, logStart)),
    );
  }
  // Not earlier: on a busy machine, it would not be ready in time.
  if (options.niceness > 0 && child.pid !== undefined) lowerPriority(child.pid, options.niceness);
  return {
    exited,
    kill,
    async stop() {
      if (hasEnded(child)) return;
      child.kill('SIGTERM');
      const timer = setTimeout(kill, options.stopTimeoutMs);
      await exited;
      clearTimeout(timer);
      // Including anything it started itself.
      kill();
    },
  };
}

/**
 * Requests create much short-lived garbage. With twice the usual space for it, less of it lives long enough to be
 * moved: the ledger charges a third more per second, and nothing is allocated until it is needed.
 */
const YOUNG_MEGABYTES = 32;

function spawnService(options: ServiceProcessOptions): ChildProcess {
  const { heapMegabytes, youngMegabytes = YOUNG_MEGABYTES } = options;
  const young = `--max-semi-space-size=${youngMegabytes}`;
  const heap = heapMegabytes === undefined ? [] : [`--initial-old-space-size=${heapMegabytes}`];
  const log = options.logs.open(options.name);
  try {
    return spawn(process.execPath, [young, ...heap, options.program], {
      env: options.environment,
      stdio: ['ignore', log, log, 'ipc'],
      detached: true,
    });
  } finally {
    closeSync(log);
  }
}

const NOT_READY_IN_TIME = 'not ready in time';
type Outcome = 'ready' | 'exited' | 'stopped' | typeof NOT_READY_IN_TIME;

function firstOutcome(
  child: ChildProcess,
  exited: Promise<string>,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => finish(NOT_READY_IN_TIME), timeoutMs);
    const abort = () => finish('stopped');
    const listen = (message: unknown) => {
      if ((message as { type?: unknown } | null)?.type === 'ready') finish('ready');
    };
    const finish = (outcome: Outcome) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      child.off('message', listen);
      resolve(outcome);
    };
    child.on('message', listen);
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
    void exited.then(() => finish('exited'));
  });
}

function exitOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ? `killed by ${signal}` : `exit status ${code}`));
    child.once('error', (error) => resolve(error.message));
  });
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** The remedy for a start that takes too long. */
export function startTimeoutHint(timeoutMs: number): string {
  return `If this machine is slow or busy, set START_TIMEOUT_MS (now ${timeoutMs}) higher`;
}

/** What a program wrote to standard error: the lines of its log that are not JSON. */
function stderrLines(lines: readonly string[]): string[] {
  return lines.filter((line) => !line.startsWith('{'));
}

/** Turns what is known about a failed start into one line with cause and remedy. */
function failure(
  options: ServiceProcessOptions,
  how: string,
  status: number | null,
  lines: readonly string[],
): StartFailure {
  if (status === BAD_CONFIGURATION && lines.length > 0) return new StartFailure(lines.join('\n'), true);
  const said = lines.findLast((line) => line.startsWith(`${options.name}: `)) ?? lines.at(-1);
  for (const variables of ['GATEWAY', 'DASHBOARD'] as const) {
    const port = options.environment[`${variables}_PORT`];
    if (port !== undefined && said?.includes('EADDRINUSE') && said.endsWith(`:${port}`))
      return portInUse(Number(port), variables);
  }
  const reason = said ? `: ${said}` : '';
  const text = `the ${options.name} service did not start (${how})${reason}; its log is ${options.logs.pathOf(options.name)}`;
  // What took too long once would take too long again, so the failure is reported.
  if (how === NOT_READY_IN_TIME)
    return new StartFailure(`${text}. ${startTimeoutHint(options.readyTimeoutMs)}`, true);
  return new StartFailure(text);
}
