import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { freePort } from '@heliograph/testing';
import { ApiClient } from './api-client';
import { waitFor } from './wait-for';

const ROOT = resolve(__dirname, '../../..');
const START_TIMEOUT_MS = 90_000;

export interface CommandResult {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** A whole system, started as an operator starts it, in a home of its own. */
export class System {
  private constructor(
    readonly home: string,
    readonly port: number,
    readonly launcher: ChildProcess,
    private readonly environment: NodeJS.ProcessEnv,
    private readonly output: () => string,
  ) {}

  /**
   * @param options.args arguments of `npm start`, such as `--empty`.
   * @param options.home an earlier home, to start it again; a new one when absent.
   * @param options.isApart Ctrl-C in the terminal of this process does not reach it.
   */
  static async start(
    options: {
      args?: string[];
      environment?: NodeJS.ProcessEnv;
      home?: string;
      port?: number;
      isApart?: boolean;
    } = {},
  ): Promise<System> {
    const home = options.home ?? (await mkdtemp(join(tmpdir(), 'heliograph-e2e-')));
    const port = options.port ?? (await freePort());
    const environment = {
      ...process.env,
      NODE_ENV: 'test',
      REDIS_URL: '',
      DATABASE_URL: '',
      // A model in memory and a corpus to embed would slow every test down; those of semantic search ask for it.
      EMBEDDING_PROVIDER: 'none',
      // A Qdrant that the environment names is shared by all tests.
      // Tests keep connections, and nobody waits for their last answers.
      DRAIN_DELAY_MS: '0',
      QDRANT_COLLECTION_PREFIX: `${basename(home).toLowerCase()}-`,
      ...options.environment,
      HELIOGRAPH_HOME: home,
      GATEWAY_PORT: String(port),
      DASHBOARD_PORT: options.environment?.DASHBOARD_PORT ?? '0',
    };
    const launcher = spawn(process.execPath, [join(ROOT, 'scripts/start.mjs'), ...(options.args ?? [])], {
      cwd: ROOT,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: options.isApart ?? false,
    });
    let output = '';
    launcher.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    launcher.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const system = new System(home, port, launcher, environment, () => output);
    try {
      await waitFor(
        async () => {
          if (launcher.exitCode !== null)
            throw new Error(`npm start exited ${launcher.exitCode}:\n${output}`);
          // The URLs are printed last, after the sample corpus has been loaded.
          return output.includes(`:${port}/api/v1/openapi.json`) && (await system.isReady());
        },
        { timeoutMs: START_TIMEOUT_MS, what: () => `the system to be ready; it printed:\n${output}` },
      );
    } catch (error) {
      launcher.kill('SIGKILL');
      throw error;
    }
    return system;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Root of the dashboard, as the start has printed it. */
  get dashboardUrl(): string {
    const url = /^ *Dashboard +(http\S+)$/m.exec(this.output())?.[1];
    if (url === undefined) throw new Error(`the start printed no dashboard:\n${this.output()}`);
    return url;
  }

  /** Everything that the start has printed so far. */
  get printed(): string {
    return this.output();
  }

  async isReady(): Promise<boolean> {
    return fetch(`${this.url}/readyz`).then(
      (response) => response.status === 200,
      () => false,
    );
  }

  /** The process ids of the running services and of PostgreSQL, by name, as /proc sees the launcher's children. */
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

  /** Runs `heliograph-admin` as `npm run admin -- …` does. */
  async admin(...args: string[]): Promise<CommandResult> {
    return run(process.execPath, [join(ROOT, 'scripts/admin.mjs'), ...args], this.environment);
  }

  /** Runs `heliograph-admin … --json`, which must succeed, and returns what it printed. */
  async adminJson<Result>(...args: string[]): Promise<Result> {
    const result = await this.admin(...args, '--json');
    if (result.status !== 0)
      throw new Error(`admin ${args.join(' ')} exited ${result.status}: ${result.stderr}`);
    return JSON.parse(result.stdout) as Result;
  }

  /** A new account with a key of both scopes. */
  async newClient(options: { usd?: number; scopes?: string } = {}): Promise<ApiClient> {
    const account = await this.adminJson<{ id: string }>(
      'account',
      'create',
      '--email',
      `${crypto.randomUUID()}@customers.example`,
    );
    const scopes = options.scopes ?? 'signals:read,companies:read';
    const key = await this.adminJson<{ id: string; key: string }>(
      'key',
      'create',
      '--account',
      account.id,
      '--scopes',
      scopes,
    );
    if (options.usd) {
      await this.adminJson('credit', 'add', '--account', account.id, '--usd', String(options.usd));
    }
    return new ApiClient(this.url, key.key, { accountId: account.id, keyId: key.id });
  }

  /** Sends Ctrl-C's signal and waits for the launcher's end. Returns its exit status. */
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

export function run(
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  cwd = ROOT,
): Promise<CommandResult> {
  return new Promise((done, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.once('error', reject);
    child.once('close', (status) => done({ status, stdout, stderr }));
  });
}
