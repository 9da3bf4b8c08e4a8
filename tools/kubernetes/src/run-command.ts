import { spawn } from 'node:child_process';

export interface CommandOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Standard input; empty by default. */
  input?: string;
  /** Time until it is killed; ten minutes by default. */
  timeoutMs?: number;
}

export interface CommandOutcome {
  /** Null when a signal ended it. */
  status: number | null;
  stdout: string;
  stderr: string;
}

const DEFAULT_TIMEOUT_MS = 600_000;
/** Characters of a failed command's output in the error. */
const SHOWN_CHARACTERS = 3_000;

/** A command exited with a status other than 0. */
class CommandFailure extends Error {
  constructor(
    command: string,
    readonly outcome: CommandOutcome,
  ) {
    const said = `${outcome.stdout}\n${outcome.stderr}`.trim().slice(-SHOWN_CHARACTERS);
    super(`${command} ended with ${outcome.status ?? 'a signal'}:\n${said}`);
  }
}

/** Runs a program until it exits, whatever its status. @throws Error when it cannot be started. */
export function tryCommand(
  program: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandOutcome> {
  const { cwd, env = process.env, input, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env,
      stdio: 'pipe',
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
    child.once('error', reject);
    // A program that has exited no longer reads its input.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input ?? '');
    child.once('close', (status) =>
      resolve({
        status,
        stdout: Buffer.concat(stdout).toString(),
        stderr: Buffer.concat(stderr).toString(),
      }),
    );
  });
}

/** Runs a program until it exits. @returns its standard output. @throws CommandFailure */
export async function runCommand(
  program: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<string> {
  const outcome = await tryCommand(program, args, options);
  if (outcome.status === 0) return outcome.stdout;
  throw new CommandFailure(`${program} ${args.slice(0, 12).join(' ')}`, outcome);
}
