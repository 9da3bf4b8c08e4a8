import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { freePort, waitFor } from '@heliograph/testing';
import { ROOT, RunningSystem } from './running-system';

export type { CommandResult } from './admin-process';
export { run } from './running-system';

const START_TIMEOUT_MS = 90_000;
/** Slow enough not to disturb what is starting. */
const POLL_MS = 50;

interface StartOptions {
  /** Arguments of `npm start`, such as `--empty`. */
  args?: string[];
  environment?: NodeJS.ProcessEnv;
  /** An existing home to restart; a new one if absent. */
  home?: string;
  port?: number;
  /** Shields it from Ctrl-C in this process's terminal. */
  isApart?: boolean;
}

/** A complete system with its own home, started as an operator would. It ends when this process dies. */
export class System extends RunningSystem {
  private constructor(
    home: string,
    port: number,
    dashboardUrl: string,
    environment: NodeJS.ProcessEnv,
    readonly launcher: ChildProcess,
    private readonly output: () => string,
  ) {
    // Its commands find the database like an operator's: through the running system.
    super(home, port, dashboardUrl, { ...environment, DATABASE_URL: '' });
  }

  static async start(options: StartOptions = {}): Promise<System> {
    const home = options.home ?? (await mkdtemp(join(tmpdir(), 'heliograph-e2e-')));
    const port = options.port ?? (await freePort());
    const environment = environmentOf(home, port, options.environment);
    const launcher = spawn(process.execPath, [join(ROOT, 'scripts/start.mjs'), ...(options.args ?? [])], {
      cwd: ROOT,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: options.isApart ?? false,
    });
    guard(launcher);
    let output = '';
    launcher.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    launcher.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const system = () => new System(home, port, dashboardUrlIn(output), environment, launcher, () => output);
    try {
      await waitFor(
        async () =>
          launcher.exitCode !== null ||
          // The URLs are printed last, after the sample corpus has been loaded.
          (output.includes(`:${port}/api/v1/openapi.json`) && (await system().isReady())),
        {
          timeoutMs: START_TIMEOUT_MS,
          pollMs: POLL_MS,
          description: () => `the system to be ready; it printed:\n${output}`,
        },
      );
      if (launcher.exitCode !== null) throw new Error(`npm start exited ${launcher.exitCode}:\n${output}`);
      return system();
    } catch (error) {
      launcher.kill('SIGKILL');
      throw error;
    }
  }

  /** Everything that the start has printed so far. */
  get printed(): string {
    return this.output();
  }

  /** The process ids of the running services and of PostgreSQL, by name, from the launcher's children in /proc. */
  async children(): Promise<Map<string, number>> {
    const pids = new Map<string, number>();
    const pid = this.launcher.pid!;
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
    for (const child of children.split(' ').filter(Boolean)) {
      const command = await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '');
      const service = /services\/([a-z]+)\/dist\/main\.js/.exec(command)?.[1];
      if (service) pids.set(service, Number(child));
      else if (command.includes('postgres')) pids.set('postgresql', Number(child));
    }
    return pids;
  }

  /** Sends SIGINT, like Ctrl-C, and waits until the launcher has exited. Returns its exit status. */
  async stop(signal: NodeJS.Signals = 'SIGINT'): Promise<number | null> {
    if (this.launcher.exitCode !== null || this.launcher.signalCode !== null) return this.launcher.exitCode;
    const ended = new Promise<number | null>((done) => this.launcher.once('exit', (code) => done(code)));
    this.launcher.kill(signal);
    return ended;
  }

  async destroy(): Promise<void> {
    await this.stop();
    await rm(this.home, { recursive: true, force: true });
  }
}

function environmentOf(home: string, port: number, own: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return {
    ...process.env,
    NODE_ENV: 'test',
    REDIS_URL: '',
    DATABASE_URL: '',
    // Loading a model and embedding a corpus would slow down every test; tests of semantic search enable it.
    EMBEDDING_PROVIDER: 'none',
    // Tests keep connections open but do not wait for final responses.
    DRAIN_DELAY_MS: '0',
    // With other tests using all cores, low-priority work could take half a minute to answer.
    BACKGROUND_PRIORITY: 'normal',
    // All tests share a Qdrant named in the environment.
    QDRANT_COLLECTION_PREFIX: `${basename(home).toLowerCase()}-`,
    ...own,
    HELIOGRAPH_HOME: home,
    GATEWAY_PORT: String(port),
    DASHBOARD_PORT: own.DASHBOARD_PORT ?? '0',
  };
}

function dashboardUrlIn(printed: string): string {
  const url = /^ *Dashboard +(http\S+)$/m.exec(printed)?.[1];
  if (url === undefined) throw new Error(`the start printed no dashboard:\n${printed}`);
  return url;
}

/** Stops the launcher when this process dies: a shell waits for EOF on a pipe that only this process holds open. */
function guard(launcher: ChildProcess): void {
  const shell = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$0"', String(launcher.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  shell.on('error', () => undefined);
  shell.unref();
  // After the launcher has exited, another process may get its id.
  launcher.once('exit', () => shell.kill('SIGKILL'));
}
