import { spawn } from 'node:child_process';

/** Characters of a failed program's output in the error. */
const SHOWN_CHARACTERS = 2_000;

/** Runs a program until it exits. @returns its output. @throws Error with its output when it fails. */
export async function runProgram(
  program: string,
  args: readonly string[],
  directory: string,
): Promise<string> {
  const { status, output } = await tryProgram(program, args, directory);
  if (status === 0) return output;
  throw new Error(`${program} ${args.join(' ')} exited ${status}:\n${output.slice(-SHOWN_CHARACTERS)}`);
}

/** How a program exited; `status` is null if a signal ended it. */
interface Ending {
  status: number | null;
  output: string;
  isOvertime: boolean;
}

/**
 * Like {@link runProgram}, but also returns failures. Kills the program and its children after `timeoutMs`, if given.
 */
export function tryProgram(
  program: string,
  args: readonly string[],
  directory: string,
  timeoutMs?: number,
): Promise<Ending> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: directory, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    let output = '';
    let isOvertime = false;
    // Kills the whole process group, because Jest's workers would outlive it.
    const kill = () => void process.kill(-child.pid!, 'SIGKILL');
    const overtime = () => {
      isOvertime = true;
      kill();
    };
    const timer = timeoutMs === undefined ? undefined : setTimeout(overtime, timeoutMs);
    // Ctrl-C reaches only this process, so it kills the child.
    process.once('exit', kill);
    const keep = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-100_000));
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', reject);
    child.once('close', (status) => {
      clearTimeout(timer);
      process.off('exit', kill);
      resolve({ status, output, isOvertime });
    });
  });
}
