import { spawn as spawnOnTerminal } from '@lydell/node-pty';
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { waitFor } from '@heliograph/testing';
import type { CommandResult } from './admin-process';
import { run, type RunningSystem } from './running-system';

const PROGRAM = resolve(__dirname, '../../../programs/cli/bin/signals.js');

/** A login as stored by the client. */
interface Session {
  accessToken: string;
}

/** The built `signals` with its own home; one process per call. */
export class Client {
  private constructor(
    private readonly home: string,
    private readonly environment: NodeJS.ProcessEnv,
  ) {}

  static async create(system: RunningSystem): Promise<Client> {
    const home = await mkdtemp(join(tmpdir(), 'signals-e2e-'));
    const client = new Client(home, {
      PATH: process.env.PATH,
      NODE_OPTIONS: process.env.NODE_OPTIONS,
      HOME: home,
      BROWSER: 'none',
      SIGNALS_API_URL: system.url,
    });
    // Even if the machine has a keyring, because that belongs to its user.
    await client.run('config', 'set', 'credential-store', 'file');
    return client;
  }

  run(...args: string[]): Promise<CommandResult> {
    return run(process.execPath, [PROGRAM, ...args], this.environment);
  }

  runWithKey(key: string, ...args: string[]): Promise<CommandResult> {
    return run(process.execPath, [PROGRAM, ...args], { ...this.environment, SIGNALS_API_KEY: key });
  }

  /** The command and variables that an agent's client starts. */
  agent(variables: Record<string, string> = {}, ...args: string[]) {
    const env = { ...(this.environment as Record<string, string>), ...variables };
    return { command: process.execPath, args: [PROGRAM, 'mcp', ...args], env };
  }

  /** Runs in a terminal; returns the screen's content, including escape sequences. */
  onTerminal(columns: number, ...args: string[]): Promise<{ status: number; screen: string }> {
    const terminal = spawnOnTerminal(process.execPath, [PROGRAM, ...args], {
      cols: columns,
      rows: 40,
      env: { ...this.environment, TERM: 'xterm-256color' },
    });
    let screen = '';
    terminal.onData((chunk) => (screen += chunk));
    return new Promise((done) => terminal.onExit(({ exitCode: status }) => done({ status, screen })));
  }

  async json<Result>(...args: string[]): Promise<Result> {
    const { status, stdout, stderr } = await this.run(...args, '--json');
    if (status !== 0) throw new Error(`signals ${args.join(' ')} exited ${status}: ${stderr}`);
    return JSON.parse(stdout) as Result;
  }

  /** Logs in; `approve` receives the client's output as soon as it contains `until`. */
  async logIn(
    flag: string,
    until: RegExp,
    approve: (found: RegExpExecArray) => Promise<void>,
  ): Promise<CommandResult> {
    const child = spawn(process.execPath, [PROGRAM, 'login', flag], {
      env: this.environment,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    const ended = new Promise<number | null>((done) => child.once('close', done));
    try {
      await waitFor(() => until.test(stderr), {
        description: () => `the client to ask for an approval; it said:\n${stderr}`,
      });
      await approve(until.exec(stderr)!);
    } catch (error) {
      child.kill('SIGKILL');
      throw error;
    }
    return { status: await ended, stdout: '', stderr };
  }

  /** Marks the access token as expired, so that the next run renews it. */
  async forgetAccess(): Promise<void> {
    for (const [path, session] of await this.sessions())
      await writeFile(path, JSON.stringify({ ...session, accessTokenExpiresAt: 0 }));
  }

  /** Runs the client with another home, which may not exist. */
  static runAt(home: string, ...args: string[]): Promise<CommandResult> {
    return run(process.execPath, [PROGRAM, ...args], { PATH: process.env.PATH, HOME: home });
  }

  /** Where the client keeps compiled code. */
  get compiledDirectory(): string {
    return join(this.home, '.cache/signals/compiled');
  }

  /** The access token of the client's only login. */
  async accessToken(): Promise<string> {
    const [[, { accessToken }]] = (await this.sessions()) as [[string, Session]];
    return accessToken;
  }

  private async sessions(): Promise<[path: string, session: Session][]> {
    const directory = join(this.home, '.config/signals/credentials');
    const paths = (await readdir(directory)).map((name) => join(directory, name));
    return Promise.all(
      paths.map(async (path) => [path, JSON.parse(await readFile(path, 'utf8')) as Session]),
    );
  }

  async destroy(): Promise<void> {
    await rm(this.home, { recursive: true, force: true });
  }
}
