import type { JqError } from 'jq-wasm';
import { CliError, UsageError } from '../failure';
import { safeJson } from './printable';

/** Turns a JSON document into the lines of a jq program's outputs. */
type JqFilter = (document: string) => string;

/** What jq calls itself and the place of an error in its input, which is one line of JSON. */
const PREFIX = /^jq: error(?: \(at [^)]*\))?: /;

/**
 * Compiles the text of `--jq`. As with `jq -r`, texts are printed without quotes; control characters stay escaped.
 *
 * @throws UsageError for a text that is no program of jq.
 */
export async function compileJq(program: string): Promise<JqFilter> {
  // Large, and seldom wanted.
  const { loadJq } = await import('jq-wasm');
  const jq = await loadJq();
  // Without any input it is compiled, and nothing else.
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
        remedy: 'See the document without --jq, with --json.',
        cause: error,
      });
    }
  };
}

/** Of a text what is between the quotes, so that nothing in a title reaches the terminal as a command to it. */
function lineOf(output: unknown): string {
  const json = safeJson(output);
  if (typeof output !== 'string') return json;
  return json.slice(1, -1).replaceAll('\\"', '"').replaceAll('\\\\', '\\');
}

/** The first line of what jq says, which is the reason. */
const messageIn = (stderr: string) => stderr.split('\n')[0]!.replace(PREFIX, '').replace(/:$/, '');
