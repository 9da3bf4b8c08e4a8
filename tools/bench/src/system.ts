import type { CallerCredentials } from '@heliograph/runtime';
import { freePort } from '@heliograph/testing';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { processorTimes, processTree, type ProcessorTimes } from './processor-time';

const ROOT = resolve(__dirname, '../../..');
const NO_LIMIT = '10000000';
/** The maximum allowed. */
const REQUESTS_IN_FLIGHT = '1000000';
const START_TIMEOUT_MS = 60_000;
/** Allows any day of any corpus. */
export const EARLIEST_ACTIVITY_DATE = '1970-01-01';

/** The file in which the launcher describes a running system. */
interface SystemFile {
  databaseUrl: string;
  /** gRPC addresses by service. */
  addresses: Record<string, string>;
}

/** A complete system, started as an operator would, without per-minute limits. */
export class BenchedSystem {
  private constructor(
    readonly home: string,
    readonly url: string,
    /** Seconds from the command to a 200 from `/readyz`. */
    readonly startSeconds: number,
    private readonly launcher: ChildProcess,
    private readonly environment: NodeJS.ProcessEnv,
  ) {}

  /** @param variables added to this process's, such as those for embedding. By default, nothing is embedded. */
  static async start(
    args: string[] = ['--empty'],
    variables: NodeJS.ProcessEnv = { EMBEDDING_PROVIDER: 'none' },
  ): Promise<BenchedSystem> {
    const home = await mkdtemp(join(tmpdir(), 'heliograph-bench-'));
    const port = await freePort();
    const environment = {
      ...process.env,
      HELIOGRAPH_HOME: home,
      GATEWAY_PORT: String(port),
      DASHBOARD_PORT: '0',
      REQUESTS_PER_MINUTE: NO_LIMIT,
      SEARCHES_PER_MINUTE: NO_LIMIT,
      // The whole load uses one key.
      ACCOUNT_REQUESTS_IN_FLIGHT: REQUESTS_IN_FLIGHT,
      REQUESTS_IN_FLIGHT,
      EARLIEST_ACTIVITY_DATE,
      ...variables,
    };
    const started = performance.now();
    const launcher = spawn(process.execPath, [join(ROOT, 'scripts/start.mjs'), ...args], {
      cwd: ROOT,
      env: environment,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    // Stops the system even if this program exits early.
    const end = () => launcher.kill('SIGINT');
    process.once('exit', end);
    launcher.once('exit', () => process.off('exit', end));
    const url = `http://127.0.0.1:${port}`;
    while (!(await isReady(url))) {
      if (launcher.exitCode !== null) throw new Error(`npm start exited ${launcher.exitCode}`);
      if (performance.now() - started > START_TIMEOUT_MS) throw new Error('npm start did not become ready');
      await new Promise((done) => setTimeout(done, 20));
    }
    const seconds = (performance.now() - started) / 1000;
    return new BenchedSystem(home, url, seconds, launcher, environment);
  }

  /** Runs `heliograph-admin … --json` and returns its result. */
  async admin<Result>(...args: string[]): Promise<Result> {
    return JSON.parse(await this.adminPrints(...args, '--json')) as Result;
  }

  /** Runs `heliograph-admin …` like `npm run admin` and returns what it printed; progress goes to the terminal. */
  async adminPrints(...args: string[]): Promise<string> {
    const program = ['--max-semi-space-size=64', join(ROOT, 'scripts/admin.mjs')];
    const child = spawn(process.execPath, [...program, ...args], {
      cwd: ROOT,
      env: this.environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const status = await new Promise((done) => child.once('close', done));
    // 2: some lines of a corpus were rejected, which does not matter here. 3: searches do not have all of it yet.
    if (status !== 0 && status !== 2 && status !== 3)
      throw new Error(`heliograph-admin ${args[0]} exited ${status}`);
    return output;
  }

  /** A key whose account can pay for everything in a benchmark. */
  async newKey(): Promise<string> {
    const account = await this.admin<{ id: string }>(
      ...['account', 'create', '--email', 'bench@customers.example'],
    );
    await this.admin('credit', 'add', '--account', account.id, '--usd', '1000000');
    const scopes = 'signals:read,companies:read';
    const key = await this.admin<{ key: string }>(
      ...['key', 'create', '--account', account.id, '--scopes', scopes],
    );
    return key.key;
  }

  async databaseUrl(): Promise<string> {
    return (await this.readSystemFile()).databaseUrl;
  }

  async readSystemFile(): Promise<SystemFile> {
    return JSON.parse(await readFile(join(this.home, 'run/system.json'), 'utf8')) as SystemFile;
  }

  /** A program's credentials for calling services. */
  async credentialsOf(caller: 'search' | 'gateway' | 'admin'): Promise<CallerCredentials> {
    const secrets = JSON.parse(await readFile(join(this.home, 'secrets.json'), 'utf8')) as {
      callerKeys: Record<typeof caller, string>;
    };
    return { privateKey: secrets.callerKeys[caller] };
  }

  get vectorsDirectory(): string {
    return join(this.home, 'vectors');
  }

  /** CPU time that all processes of the system have used so far; undefined if it cannot be read. */
  processorTimes(): Promise<ProcessorTimes | undefined> {
    return processorTimes(this.launcher.pid!);
  }

  /** Megabytes used by all processes of the system, counting shared pages once (Linux's proportional set size). */
  async memoryMegabytes(): Promise<number> {
    let kilobytes = 0;
    for (const pid of await processTree(this.launcher.pid!)) {
      const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
      kilobytes += Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0);
    }
    return Math.round(kilobytes / 1024);
  }

  async destroy(): Promise<void> {
    if (this.launcher.exitCode === null) {
      const ended = new Promise((done) => this.launcher.once('exit', done));
      this.launcher.kill('SIGINT');
      await ended;
    }
    await rm(this.home, { recursive: true, force: true });
  }
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    (response) => response.status === 200,
    () => false,
  );
}
