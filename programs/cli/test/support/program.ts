import { spawn as spawnPty } from '@lydell/node-pty';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { startBeforeEach, waitFor } from '@heliograph/testing';
import { fileNameOf } from '../../src/config/api-url';
import {
  isKey,
  loginFromText,
  loginToText,
  type StoredLogin,
  type StoredSession,
} from '../../src/auth/stored-session';
import { runProgram } from '../../src/program';
import { InterfaceServer } from './interface-server';

interface Outcome {
  status: number | null;
  stdout: string;
  stderr: string;
}

interface Running {
  process: ChildProcess;
  /** Standard error so far. */
  said: () => string;
  outcome: Promise<Outcome>;
}

interface RunningOnTerminal {
  /** Everything written to the screen so far. */
  screen: () => string;
  type: (keys: string) => void;
  kill: (signal: string) => void;
  ended: Promise<{ status: number; screen: string }>;
}

interface TerminalOptions {
  columns?: number;
  rows?: number;
  variables?: Record<string, string>;
}

const register = join(__dirname, '../../../../tools/testing/programs/register.cjs');
const main = join(__dirname, '../../src/main.ts');

/** Sets up the API and a user, logged in or not, for each test in a file. */
export function userForEach({ isLoggedIn }: { isLoggedIn: boolean }): {
  server: InterfaceServer;
  user: User;
} {
  const server = startBeforeEach(() => InterfaceServer.start());
  const startUser = async () => {
    const user = new User(server);
    if (isLoggedIn) user.logIn();
    return user;
  };
  return { server, user: startBeforeEach(startUser, (user) => user.remove()) };
}

/** A user with their own home directory, which holds the program's files. */
export class User {
  readonly home = mkdtempSync(join(tmpdir(), 'signals-test-'));
  readonly environment: Record<string, string>;

  constructor(readonly server: InterfaceServer) {
    this.environment = {
      PATH: process.env.PATH ?? '',
      HOME: this.home,
      BROWSER: 'none',
      SIGNALS_API_URL: server.url,
      SIGNALS_NO_UPDATE_NOTICE: '1',
    };
    // Never touch this machine's own keyring.
    this.writeFile('.config/signals/config.json', '{"credential-store":"file"}');
  }

  /** Starts the program with its output piped. */
  start(args: readonly string[], variables: Record<string, string> = {}): Running {
    const child = spawn(process.execPath, ['--require', register, main, ...args], {
      env: { ...this.environment, ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const outcome = Promise.all([text(child.stdout), once(child, 'close')]).then(([stdout]) => ({
      status: child.exitCode,
      stdout,
      stderr: said,
    }));
    return { process: child, said: () => said, outcome };
  }

  run(args: readonly string[], variables?: Record<string, string>): Promise<Outcome> {
    return this.start(args, variables).outcome;
  }

  /**
   * Runs a command line within this process: like the program, without the cost of starting one.
   *
   * @param input null for input that does not end.
   */
  async runHere(
    args: readonly string[],
    variables: Record<string, string> = {},
    input: string | null = '',
  ): Promise<Outcome> {
    const stdin = new PassThrough();
    if (input !== null) stdin.end(input);
    const stdout = new PassThrough();
    const stderr = new PassThrough();
    const texts = Promise.all([text(stdout), text(stderr)]);
    const environment = { ...this.environment, ...variables };
    const status = await runProgram(args, { stdin, stdout, stderr, environment });
    stdout.end();
    stderr.end();
    const [out, said] = await texts;
    return { status, stdout: out, stderr: said };
  }

  /** Starts the program on a new terminal. */
  startOnTerminal(args: readonly string[], options: TerminalOptions = {}): RunningOnTerminal {
    return this.onTerminal(process.execPath, ['--require', register, main, ...args], options);
  }

  /** Starts a shell command line on a new terminal, where `signals` runs the program. */
  startInShell(line: string, options: TerminalOptions = {}): RunningOnTerminal {
    const program = [process.execPath, '--require', register, main].map((part) => `'${part}'`).join(' ');
    return this.onTerminal('/bin/sh', ['-c', line.replaceAll('signals', program)], options);
  }

  private onTerminal(
    command: string,
    args: string[],
    { columns = 100, rows = 40, variables = {} }: TerminalOptions,
  ): RunningOnTerminal {
    const terminal = spawnPty(command, args, {
      cols: columns,
      rows,
      cwd: this.home,
      env: { TERM: 'xterm-256color', ...this.environment, ...variables },
    });
    let screen = '';
    terminal.onData((chunk) => (screen += chunk));
    const ended = new Promise<{ status: number; screen: string }>((resolve) =>
      terminal.onExit(({ exitCode }) => resolve({ status: exitCode, screen })),
    );
    return {
      screen: () => screen,
      type: (keys) => terminal.write(keys),
      kill: (signal) => terminal.kill(signal),
      ended,
    };
  }

  runOnTerminal(
    args: readonly string[],
    options?: TerminalOptions,
  ): Promise<{ status: number; screen: string }> {
    return this.startOnTerminal(args, options).ended;
  }

  /** Stores a login with a session that the server knows. */
  logIn({ accessExpired = false, expiresInMs = 600_000 } = {}): StoredSession {
    const login = this.server.login();
    if (accessExpired) login.expiresAt = 0;
    const root = `${this.server.url}/api/cli/v1`;
    const session: StoredSession = {
      accessToken: login.access,
      accessTokenExpiresAt: Date.now() + expiresInMs,
      refreshToken: login.refresh,
      apiUrl: this.server.url,
      email: 'ada@example.com',
      tokenEndpoint: `${root}/token`,
      revocationEndpoint: `${root}/revoke`,
      dashboardUrl: this.server.url,
      loggedInAt: '2026-11-20T08:00:00.000Z',
    };
    this.writeFile(this.credentials, loginToText(session));
    return session;
  }

  /** The stored session; undefined if there is none, or a key. */
  session(): StoredSession | undefined {
    const login = this.stored();
    return login && !isKey(login) ? login : undefined;
  }

  /** The stored login; undefined if there is none. */
  stored(): StoredLogin | undefined {
    const path = join(this.home, this.credentials);
    try {
      return loginFromText(readFileSync(path, 'utf8'));
    } catch {
      return undefined;
    }
  }

  /** A program that acts as a browser: it follows redirects, and stores the page it was shown. */
  browser(): { variables: Record<string, string>; shown: () => string } {
    const page = join(this.home, 'page.html');
    const program = join(this.home, 'browser.cjs');
    writeFileSync(
      program,
      `fetch(process.argv[2]).then((r) => r.text()).then((text) => require('node:fs').writeFileSync(${JSON.stringify(page)}, text));`,
    );
    return {
      variables: { BROWSER: `${process.execPath} ${program}` },
      shown: () => readFileSync(page, 'utf8'),
    };
  }

  files(directory: string): string[] {
    try {
      return readdirSync(join(this.home, directory));
    } catch {
      return [];
    }
  }

  get credentials(): string {
    return `.config/signals/credentials/${fileNameOf(this.server.url)}.json`;
  }

  /** Retries, since a browser may store its page in the directory while it is being removed. */
  async remove(): Promise<void> {
    await waitFor(() => {
      try {
        rmSync(this.home, { recursive: true, force: true });
        return true;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOTEMPTY') return false;
        throw error;
      }
    });
  }

  writeFile(path: string, content: string): void {
    const whole = join(this.home, path);
    mkdirSync(join(whole, '..'), { recursive: true });
    writeFileSync(whole, content, { mode: 0o600 });
  }
}

/** Waits until a running program has printed something. */
export async function waitForOutput(running: Running, what: string): Promise<void> {
  await waitFor(() => running.said().includes(what));
}
