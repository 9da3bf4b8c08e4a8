import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, statSync } from 'node:fs';
import { waitFor } from './wait-for';

interface ServerProgram {
  program: string;
  arguments: readonly string[];
  /** Receives its output; without it, output is discarded. */
  logFile?: string;
  /** Whether it is serving; `printed` is its output since this start. */
  isReady(printed: string): boolean | Promise<boolean>;
  startTimeoutMs: number;
  /** Time until a stop becomes a kill. */
  stopTimeoutMs: number;
}

const LAST_LINES = 5;
const STACK_FRAME = /^\s+(at |\.\.\. )/;

/**
 * A server that this process runs: it can be killed, paused, and restarted. It has its own session, so Ctrl-C in a
 * terminal reaches only this process; it ends when this process dies.
 */
export class ServerProcess {
  private child: ChildProcess | undefined;
  private ended: Promise<void> = Promise.resolve();

  constructor(private readonly options: ServerProgram) {}

  /** Resolves when it has exited, for whatever reason. */
  get exited(): Promise<void> {
    return this.ended;
  }

  get isRunning(): boolean {
    const { child } = this;
    return child?.pid !== undefined && child.exitCode === null && child.signalCode === null;
  }

  /** Its process id, even after it has exited. */
  get pid(): number | undefined {
    return this.child?.pid;
  }

  /**
   * Starts or restarts it; resolves when it is serving.
   *
   * @throws with the last lines of its output when it does not.
   */
  async run(): Promise<void> {
    const { program, logFile } = this.options;
    const logStart = logFile && existsSync(logFile) ? statSync(logFile).size : 0;
    const printed = () => (logFile ? readFileSync(logFile).subarray(logStart).toString('utf8') : '');
    this.spawn();
    let isReady = false;
    await waitFor(
      async () => (isReady = this.isRunning && (await this.options.isReady(printed()))) || !this.isRunning,
      {
        timeoutMs: this.options.startTimeoutMs,
        description: `the start of ${program}`,
      },
    ).catch(async (error: unknown) => {
      await this.kill();
      throw new Error(`${program} did not start in time: ${ending(printed())}`, { cause: error });
    });
    if (!isReady) throw new Error(`${program} did not start: ${ending(printed())}`);
  }

  /** Like `kill -9`; resolves when it is gone. */
  async kill(): Promise<void> {
    this.child?.kill('SIGKILL');
    await this.ended;
  }

  /** It stops answering, but its connections stay open. Resolves once it is paused. */
  async pause(): Promise<void> {
    const { child } = this;
    child?.kill('SIGSTOP');
    // On a busy machine, a Java process's other threads run on until the thread that gets the signal is scheduled.
    await waitFor(() => !this.isRunning || isStopped(child!.pid!));
  }

  resume(): void {
    this.child?.kill('SIGCONT');
  }

  /** Asks it to exit, and kills it if it doesn't. Idempotent. */
  async stop(): Promise<void> {
    this.resume();
    this.child?.kill('SIGTERM');
    const timeout = setTimeout(() => this.child?.kill('SIGKILL'), this.options.stopTimeoutMs);
    await this.ended;
    clearTimeout(timeout);
  }

  private spawn(): void {
    const { program, arguments: args, logFile } = this.options;
    const log = logFile ? openSync(logFile, 'a', 0o600) : undefined;
    const output = log ?? 'ignore';
    const child = spawn(program, args, { stdio: ['ignore', output, output], detached: true });
    if (log !== undefined) closeSync(log);
    this.child = child;
    this.ended = new Promise((resolve) => {
      child.once('exit', () => resolve());
      child.once('error', () => resolve());
    });
    guard(child);
  }
}

/** A server of the caller's own that can die, hang, and come back with its data and port, like a real one. */
export abstract class OwnServer {
  protected constructor(protected readonly server: ServerProcess) {}

  /** Resolves when it has exited, for whatever reason. */
  get exited(): Promise<void> {
    return this.server.exited;
  }

  get isRunning(): boolean {
    return this.server.isRunning;
  }

  get pid(): number {
    return this.server.pid!;
  }

  /** Like `kill -9`; resolves when it is gone. */
  kill(): Promise<void> {
    return this.server.kill();
  }

  /** It stops answering, but its connections stay open. Resolves once it is paused. */
  pause(): Promise<void> {
    return this.server.pause();
  }

  resume(): void {
    this.server.resume();
  }

  /** Restarts it with the same data and port; kills it first if it is still running. */
  async restart(): Promise<void> {
    await this.server.kill();
    await this.server.run();
  }

  /** Stops it permanently. Idempotent. */
  abstract stop(): Promise<void>;
}

/** Whether a signal has stopped a process; assumed to be so where there is no /proc. */
function isStopped(pid: number): boolean {
  const file = `/proc/${pid}/stat`;
  // The state follows the name in parentheses, which may contain anything.
  return !existsSync(file) || /^.*\) T/s.test(readFileSync(file, 'utf8'));
}

/** Kills the server when this process dies: a shell waits for EOF on a pipe that only this process holds open. */
function guard(child: ChildProcess): void {
  if (child.pid === undefined) return;
  const shell = spawn('/bin/sh', ['-c', 'read -r _; kill -KILL "$0"', String(child.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  shell.on('error', () => undefined);
  shell.unref();
  // After the server has exited, another process may get its id.
  child.once('exit', () => shell.kill('SIGKILL'));
}

function ending(printed: string): string {
  const lines = printed.split('\n').filter((line) => line.trim() !== '' && !STACK_FRAME.test(line));
  return lines.slice(-LAST_LINES).join('\n') || 'it printed nothing';
}
