import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

interface Outcome {
  status: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export interface RunningProgram {
  process: ChildProcess;
  outcome: Promise<Outcome>;
}

const register = join(__dirname, '../../../../tools/testing/programs/register.cjs');
const main = join(__dirname, '../../src/main.ts');

/**
 * Starts `heliograph-admin` as a process with these variables and none of this installation's.
 *
 * @param output a descriptor to write to, or `closed` for a pipe whose reader is gone.
 */
export function startProgram(
  args: readonly string[],
  variables: Record<string, string> = {},
  output: 'pipe' | 'closed' | number = 'pipe',
): RunningProgram {
  const process_ = spawn(process.execPath, ['--require', register, main, ...args], {
    env: { PATH: process.env.PATH, HELIOGRAPH_HOME: '/nonexistent/heliograph', ...variables },
    stdio: ['ignore', output === 'closed' ? 'pipe' : output, 'pipe'],
  });
  if (output === 'closed') process_.stdout!.destroy();
  const printed = output === 'pipe' ? text(process_.stdout!) : '';
  const outcome = Promise.all([printed, text(process_.stderr!), once(process_, 'close')]).then(
    ([stdout, stderr]) => ({ status: process_.exitCode, signal: process_.signalCode, stdout, stderr }),
  );
  return { process: process_, outcome };
}

/** Runs `heliograph-admin` and waits until it exits. */
export function runProgram(args: readonly string[], variables?: Record<string, string>): Promise<Outcome> {
  return startProgram(args, variables).outcome;
}
