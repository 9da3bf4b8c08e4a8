import { CliError, UsageError } from '../failure';
import { safeJson } from './printable';

/** Turns a JSON document into the lines of a jq program's outputs. */
type JqFilter = (document: string) => string;

/**
 * Compiles the text of `--jq`. As with `jq -r`, texts are printed without quotes; control characters stay escaped.
 *
 * @throws UsageError for a text that is no program of jq.
 */
export async function compileJq(program: string): Promise<JqFilter> {
  // Large, and seldom wanted.
  const { compile } = await import('@michaelhomer/jqjs');
  let outputsOf: (input: unknown) => Iterable<unknown>;
  try {
    outputsOf = compile(program);
  } catch (error) {
    throw new UsageError(`--jq: ${messageOf(error)}`, 'It takes a jq program, such as .items[].title');
  }
  return (document) => {
    try {
      return [...outputsOf(JSON.parse(document))].map((output) => `${lineOf(output)}\n`).join('');
    } catch (error) {
      throw new CliError(`--jq: ${messageOf(error)}`, {
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

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
