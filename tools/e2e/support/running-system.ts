import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { AdminProcess, type CommandResult } from './admin-process';
import { ApiClient } from './api-client';

export const ROOT = resolve(__dirname, '../../..');

/** A complete running system, for tests that do not start, stop, or kill it. */
export class RunningSystem {
  private readonly adminProcess: AdminProcess;

  /** @param environment for `heliograph-admin` commands. */
  constructor(
    readonly home: string,
    readonly port: number,
    /** Base URL of the dashboard. */
    readonly dashboardUrl: string,
    environment: NodeJS.ProcessEnv,
  ) {
    this.adminProcess = new AdminProcess(environment);
  }

  /** Base URL of the gateway. */
  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async isReady(): Promise<boolean> {
    return fetch(`${this.url}/readyz`).then(
      (response) => response.status === 200,
      () => false,
    );
  }

  /** Runs a command line of `heliograph-admin`. */
  admin(...args: string[]): Promise<CommandResult> {
    return this.adminProcess.run(args);
  }

  /** Runs `heliograph-admin … --json`, which must succeed, and returns its output. */
  async adminJson<Result>(...args: string[]): Promise<Result> {
    const result = await this.admin(...args, '--json');
    if (result.status !== 0)
      throw new Error(`admin ${args.join(' ')} exited ${result.status}: ${result.stderr}`);
    return JSON.parse(result.stdout) as Result;
  }

  /** A new account with a key that has both scopes. */
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
