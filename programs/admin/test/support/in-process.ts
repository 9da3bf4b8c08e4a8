import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runProgram } from '../../src/program';

/** Runs a command line in this process: like the program, without starting one. */
export async function runHere(
  args: readonly string[],
  variables: Record<string, string> = {},
  { isTerminal = false } = {},
): Promise<{ status: number; stdout: string; stderr: string }> {
  const stdout = Object.assign(new PassThrough(), { isTTY: isTerminal, columns: 120 });
  const stderr = Object.assign(new PassThrough(), { isTTY: isTerminal, columns: 120 });
  const texts = Promise.all([text(stdout), text(stderr)]);
  const environment = { HELIOGRAPH_HOME: '/nonexistent/heliograph', ...variables };
  const status = await runProgram(args, { stdout, stderr, environment });
  stdout.end();
  stderr.end();
  const [out, err] = await texts;
  return { status, stdout: out, stderr: err };
}
