import { spawn } from 'node:child_process';

/** Of what a program that failed printed, in the error. */
const SHOWN_CHARACTERS = 2_000;

/** Runs a program to its end. @returns what it printed. @throws Error with what it printed when it fails. */
export async function runProgram(
  program: string,
  args: readonly string[],
  directory: string,
): Promise<string> {
  const { status, output } = await tryProgram(program, args, directory);
  if (status === 0) return output;
  throw new Error(`${program} ${args.join(' ')} exited ${status}:\n${output.slice(-SHOWN_CHARACTERS)}`);
}

/** How a program ended; without a status when it was ended by a signal. */
interface Ending {
  status: number | null;
  output: string;
  isOvertime: boolean;
}

/** As {@link runProgram}, and also gives back a failure. After `timeoutMs`, if given, it is killed with all that it started. */
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
    // The whole group: jest's workers outlive it otherwise.
    const kill = () => void process.kill(-child.pid!, 'SIGKILL');
    const overtime = () => {
      isOvertime = true;
      kill();
    };
    const timer = timeoutMs === undefined ? undefined : setTimeout(overtime, timeoutMs);
    // Ctrl-C reaches this process only.
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
