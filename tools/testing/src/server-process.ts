import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, statSync } from 'node:fs';
import { waitFor } from './wait-for';

interface ServerProgram {
  program: string;
  arguments: readonly string[];
  /** Receives what it prints; nothing does unless given. */
  logFile?: string;
  /** Whether it serves by now; the text is what it has printed since this start. */
  isReady(printed: string): boolean | Promise<boolean>;
  startTimeoutMs: number;
  /** After which a stop becomes a kill. */
  stopTimeoutMs: number;
}

const LAST_LINES = 5;
const STACK_FRAME = /^\s+(at |\.\.\. )/;

/**
 * A server that this process runs: it can be killed, paused and started again as it would be in operation. It is in a
 * session of its own, so that Ctrl-C in a terminal reaches only this process; it ends when this process dies.
 */
export class ServerProcess {
  private child: ChildProcess | undefined;
  private ended: Promise<void> = Promise.resolve();

  constructor(private readonly options: ServerProgram) {}

  /** Resolves when it has ended, for whatever reason. */
  get exited(): Promise<void> {
    return this.ended;
  }

  get isRunning(): boolean {
    const { child } = this;
    return child?.pid !== undefined && child.exitCode === null && child.signalCode === null;
  }

  /** Of its process, while it runs or after it ended. */
  get pid(): number | undefined {
    return this.child?.pid;
  }

  /**
   * Starts it, also again after it ended; resolves when it serves.
   *
   * @throws with the last lines it printed when it does not.
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

  /** As `kill -9`; resolves when it is gone. */
  async kill(): Promise<void> {
    this.child?.kill('SIGKILL');
    await this.ended;
  }

  /** It answers nobody from here on; its connections stay. */
  pause(): void {
    this.child?.kill('SIGSTOP');
  }

  resume(): void {
    this.child?.kill('SIGCONT');
  }

  /** Asks it to end, and kills it when it does not. May be called again. */
  async stop(): Promise<void> {
    this.resume();
    this.child?.kill('SIGTERM');
    const patience = setTimeout(() => this.child?.kill('SIGKILL'), this.options.stopTimeoutMs);
    await this.ended;
    clearTimeout(patience);
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

/** A server of the caller's own, which can die, hang and come back on its data and port as a real one does. */
export abstract class OwnServer {
  protected constructor(protected readonly server: ServerProcess) {}

  /** Resolves when it has ended, for whatever reason. */
  get exited(): Promise<void> {
    return this.server.exited;
  }

  get isRunning(): boolean {
    return this.server.isRunning;
  }

  get pid(): number {
    return this.server.pid!;
  }

  /** As `kill -9`; resolves when it is gone. */
  kill(): Promise<void> {
    return this.server.kill();
  }

  /** It answers nobody from here on; its connections stay. */
  pause(): void {
    this.server.pause();
  }

  resume(): void {
    this.server.resume();
  }

  /** Starts it again on the same data and port, killing it first when it still runs. */
  async restart(): Promise<void> {
    await this.server.kill();
    await this.server.run();
  }

  /** Ends it for good. May be called again. */
  abstract stop(): Promise<void>;
}

/** Ends the server when this process dies: a shell waits for the end of a pipe that only this process holds open. */
function guard(child: ChildProcess): void {
  if (child.pid === undefined) return;
  const shell = spawn('/bin/sh', ['-c', 'read -r _; kill -KILL "$0"', String(child.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  shell.on('error', () => undefined);
  shell.unref();
  // Once the server has ended, its number may be given to another process.
  child.once('exit', () => shell.kill('SIGKILL'));
}

function ending(printed: string): string {
  const lines = printed.split('\n').filter((line) => line.trim() !== '' && !STACK_FRAME.test(line));
  return lines.slice(-LAST_LINES).join('\n') || 'it printed nothing';
}
