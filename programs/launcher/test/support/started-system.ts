import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { freePort, waitFor } from '@heliograph/testing';
import type { ReadyReport } from '../../src/console/reporter';
import type { SystemFile } from '../../src/home/system-file';

const root = resolve(__dirname, '../../../..');
const START_TIMEOUT_MS = 150_000;

export interface StartOptions {
  home: string;
  args?: string[];
  environment?: NodeJS.ProcessEnv;
}

/** `npm start` in its own process. */
export class StartedSystem {
  private output = '';
  readonly exited: Promise<number | null>;

  private constructor(
    private readonly launcher: ChildProcess,
    private readonly home: string,
  ) {
    for (const stream of [launcher.stdout, launcher.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    }
    this.exited = new Promise((done) => launcher.once('close', (status) => done(status)));
  }

  static async start({ home, args = [], environment = {} }: StartOptions): Promise<StartedSystem> {
    const port = await freePort();
    const launcher = spawn(process.execPath, [join(root, 'scripts/start.mjs'), '--json', ...args], {
      env: {
        PATH: process.env.PATH,
        NODE_OPTIONS: process.env.NODE_OPTIONS,
        // Nothing is in flight when a test stops the system.
        DRAIN_DELAY_MS: '0',
        GATEWAY_PORT: String(port),
        DASHBOARD_PORT: '0',
        INIT_CWD: root,
        HELIOGRAPH_HOME: home,
        EMBEDDING_PROVIDER: 'none',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return new StartedSystem(launcher, home);
  }

  /** All output so far. */
  get printed(): string {
    return this.output;
  }

  /** @throws if the start exits instead. */
  async ready(): Promise<ReadyReport> {
    return waitFor(() => this.event('ready') ?? this.failIfEnded(), {
      timeoutMs: START_TIMEOUT_MS,
      description: 'the start of the system',
    }).catch((error: unknown) => {
      throw new Error(`not started; it printed:\n${this.output}`, { cause: error });
    });
  }

  /** Waits until the start reports that it has begun a step. */
  async step(text: string): Promise<void> {
    await waitFor(() => this.output.includes(text), { timeoutMs: START_TIMEOUT_MS, description: text });
  }

  /** The process ids of everything that the launcher has started: its children. */
  children(): number[] {
    const { pid } = this.launcher;
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  }

  systemFile(): SystemFile {
    return JSON.parse(readFileSync(join(this.home, 'run/system.json'), 'utf8')) as SystemFile;
  }

  signal(signal: NodeJS.Signals): void {
    this.launcher.kill(signal);
  }

  /** @returns the exit status. */
  async stop(signal: NodeJS.Signals = 'SIGINT'): Promise<number | null> {
    this.launcher.kill(signal);
    return this.exited;
  }

  private event(name: string): ReadyReport | undefined {
    for (const line of this.output.split('\n').filter((text) => text.startsWith('{'))) {
      const event = JSON.parse(line) as ReadyReport & { event: string };
      if (event.event === name) return event;
    }
    return undefined;
  }

  private failIfEnded(): undefined {
    if (this.launcher.exitCode === null && this.launcher.signalCode === null) return undefined;
    throw new Error('it has ended');
  }
}

/** Whether a process is running; a zombie is not. */
export function isRunning(pid: number): boolean {
  if (!existsSync(`/proc/${pid}/stat`)) return false;
  const [state] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').slice(-1).join('').split(' ');
  return state !== 'Z';
}

export function filesIn(directory: string): string[] {
  return existsSync(directory) ? readdirSync(directory).sort() : [];
}
