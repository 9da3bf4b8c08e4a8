import {
  askCluster,
  makeCustomer,
  type ClusterStatus,
  type ControlCommand,
  type LoadCustomer,
  type ServiceAccess,
} from '@heliograph/cluster';
import type { Secrets } from '@heliograph/launcher';
import { spawn, type ChildProcess } from 'node:child_process';
import { readFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { freePort, waitFor } from '@heliograph/testing';

const ROOT = resolve(__dirname, '../../..');
const START_TIMEOUT_MS = 150_000;

/** The file in which the running cluster describes itself to other programs. */
interface SystemFile {
  databaseUrl: string;
  addresses: Record<string, string>;
}

/** `npm run cluster` with its own home. */
export class ClusterProcess {
  private constructor(
    private readonly home: string,
    private readonly process: ChildProcess,
    readonly url: string,
    private readonly output: () => string,
  ) {}

  static async start(options: { args: string[]; environment: NodeJS.ProcessEnv }): Promise<ClusterProcess> {
    // Short, because socket paths contain it.
    const home = await mkdtemp(join(tmpdir(), 'heliograph-cluster-'));
    const port = await freePort();
    const child = spawn(process.execPath, [join(ROOT, 'scripts/cluster.mjs'), '--json', ...options.args], {
      cwd: ROOT,
      env: {
        ...process.env,
        NODE_ENV: 'test',
        DATABASE_URL: '',
        EMBEDDING_PROVIDER: 'none',
        QDRANT_URL: '',
        ...options.environment,
        HELIOGRAPH_HOME: home,
        GATEWAY_PORT: String(port),
        DASHBOARD_PORT: '0',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const cluster = new ClusterProcess(home, child, `http://127.0.0.1:${port}`, () => output);
    try {
      await waitFor(() => child.exitCode !== null || output.includes('"event":"ready"'), {
        timeoutMs: START_TIMEOUT_MS,
        description: () => `the cluster to be ready; it printed:\n${output}`,
      });
      if (child.exitCode !== null) throw new Error(`npm run cluster exited ${child.exitCode}:\n${output}`);
    } catch (error) {
      await cluster.destroy();
      throw error;
    }
    return cluster;
  }

  /** Like `npm run cluster -- COMMAND`. */
  ask(command: ControlCommand): Promise<ClusterStatus> {
    return askCluster<ClusterStatus>(join(this.home, 'run/cluster.sock'), command);
  }

  async access(): Promise<ServiceAccess> {
    const { addresses } = await this.systemFile();
    const secrets = JSON.parse(await readFile(join(this.home, 'secrets.json'), 'utf8')) as Secrets;
    return {
      credentials: { privateKey: secrets.callerKeys.admin },
      addressOf: (service) => addresses[service]!,
    };
  }

  /** Creates an account with an ample balance, and a key. */
  async newCustomer(): Promise<LoadCustomer> {
    return makeCustomer(await this.access());
  }

  /** Connects to the database as its administrator. */
  async useDatabase<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
    const client = new Client({ connectionString: (await this.systemFile()).databaseUrl });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  /** Stops everything and removes its files. */
  async destroy(): Promise<void> {
    if (this.process.exitCode === null && this.process.signalCode === null) {
      const ended = new Promise((done) => this.process.once('exit', done));
      this.process.kill('SIGTERM');
      await ended;
    }
    await rm(this.home, { recursive: true, force: true });
  }

  get printed(): string {
    return this.output();
  }

  private async systemFile(): Promise<SystemFile> {
    return JSON.parse(await readFile(join(this.home, 'run/system.json'), 'utf8')) as SystemFile;
  }
}
