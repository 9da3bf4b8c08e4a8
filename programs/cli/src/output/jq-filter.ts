import type { JqError } from 'jq-wasm';
import { CliError, UsageError } from '../failure';
import { safeJson } from './printable';

/** Runs a jq program on a JSON document and returns its outputs as lines. */
export type JqFilter = (document: string) => string;

/** jq's error prefix and position. The input is a single line of JSON, so the position is useless. */
const PREFIX = /^jq: error(?: \(at [^)]*\))?: /;

/**
 * Compiles the program in `--jq`. As with `jq -r`, strings are printed without quotes, but control characters stay
 * escaped.
 *
 * @throws UsageError for an invalid jq program.
 */
export async function compileJq(program: string): Promise<JqFilter> {
  // Large and rarely needed, so loaded on demand.
  const { loadJq } = await import('jq-wasm');
  const jq = await loadJq();
  // Without input, this only compiles the program.
  const { exitCode, stderr } = jq.raw('', program);
  if (exitCode !== 0) {
    throw new UsageError(`--jq: ${messageIn(stderr)}`, 'It takes a jq program, such as .items[].title');
  }
  return (document) => {
    try {
      return jq
        .json(document, program)
        .map((output) => `${lineOf(output)}\n`)
        .join('');
    } catch (error) {
      throw new CliError(`--jq: ${messageIn((error as JqError).stderr ?? String(error))}`, {
        code: 'jq_failed',
        cause: error,
      });
    }
  };
}

/** For strings, the escaped JSON without its quotes, so that titles cannot control the terminal. */
function lineOf(output: unknown): string {
  const json = safeJson(output);
  if (typeof output !== 'string') return json;
  return json.slice(1, -1).replaceAll('\\"', '"').replaceAll('\\\\', '\\');
}

/** The first line of jq's message, which gives the reason. */
const messageIn = (stderr: string) => stderr.split('\n')[0]!.replace(PREFIX, '').replace(/:$/, '');
