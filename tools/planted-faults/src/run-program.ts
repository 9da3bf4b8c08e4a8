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

/** As {@link runProgram}, and also gives back a failure. */
export function tryProgram(
  program: string,
  args: readonly string[],
  directory: string,
): Promise<{ status: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: directory, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-100_000));
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', reject);
    child.once('close', (status) => resolve({ status, output }));
  });
}
