import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { run, type CommandResult, type System } from './system';
import { waitFor } from './wait-for';

const PROGRAM = resolve(__dirname, '../../packages/cli/bin/signals.js');

/** The command-line client of somebody, with a home of its own, as a process each time. */
export class Client {
  private constructor(
    private readonly home: string,
    private readonly environment: NodeJS.ProcessEnv,
  ) {}

  static async create(system: System): Promise<Client> {
    const home = await mkdtemp(join(tmpdir(), 'heliograph-client-'));
    const { SIGNALS_API_KEY: _key, DBUS_SESSION_BUS_ADDRESS: _bus, ...inherited } = process.env;
    return new Client(home, {
      ...inherited,
      HOME: home,
      XDG_CONFIG_HOME: join(home, 'config'),
      XDG_STATE_HOME: join(home, 'state'),
      XDG_CACHE_HOME: join(home, 'cache'),
      SIGNALS_API_URL: system.url,
    });
  }

  run(...args: string[]): Promise<CommandResult> {
    return run(process.execPath, [PROGRAM, ...args], this.environment);
  }

  /** Starts a command that waits for somebody, and reads on until it has printed what matches. */
  async begin(
    args: string[],
    awaited: RegExp,
  ): Promise<{ match: RegExpExecArray; ended: Promise<CommandResult> }> {
    const child = spawn(process.execPath, [PROGRAM, ...args], {
      env: this.environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
    const ended = new Promise<CommandResult>((done) => {
      child.once('close', (status) => done({ status, ...output }));
    });
    const find = () => awaited.exec(output.stdout + output.stderr);
    await waitFor(() => find() !== null || hasEnded(child), {
      timeoutMs: 20_000,
      what: () => `${String(awaited)} in ${JSON.stringify(output)}`,
    });
    const match = find();
    if (!match) throw new Error(`the client ended before ${String(awaited)}: ${JSON.stringify(output)}`);
    return { match, ended };
  }

  async remove(): Promise<void> {
    await rm(this.home, { recursive: true, force: true });
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
