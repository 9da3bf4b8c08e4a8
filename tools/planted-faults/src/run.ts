import { join } from 'node:path';
import { FaultCheck } from './check-fault';
import { HELP, parseCommandLine, UsageError } from './command-line';
import { Copy } from './copy';
import { readFaults, type Fault } from './fault';
import { lineOf, listingOf, reportOf } from './report';
import { Results, type FaultResult } from './results';
import { runProgram } from './run-program';

const EXIT_CODES = { found: 0, missed: 1, badArguments: 2 } as const;

const FAULTS_DIRECTORY = join('tools', 'planted-faults', 'faults');
const RESULTS_FILE = join('.heliograph-planted-faults', 'results.json');

/**
 * Plants faults and reports whether the tests find them. Resumes after an interruption, which leaves the copy in the
 * temporary directory.
 *
 * @param args of the command line, without program and script.
 * @param root of the repository.
 * @returns the exit status.
 */
export async function run(args: readonly string[], root: string): Promise<number> {
  const faults = await readFaults(join(root, FAULTS_DIRECTORY));
  let commandLine;
  try {
    commandLine = parseCommandLine(
      args,
      faults.map(({ name }) => name),
    );
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return EXIT_CODES.badArguments;
  }
  const { help, list, json, whole, again, names } = commandLine;
  const chosen = faults.filter(({ name }) => names.length === 0 || names.includes(name));
  if (help || list) {
    process.stdout.write(help ? HELP : listingOf(chosen));
    return EXIT_CODES.found;
  }
  const commit = (await runProgram('git', ['rev-parse', 'HEAD'], root)).trim();
  const results = await Results.open(join(root, RESULTS_FILE), commit);
  const say = (text: string) => void (json ? process.stderr : process.stdout).write(`${text}\n`);
  const left = chosen.filter((fault) => again || !results.of(fault));
  if (left.length > 0) await tryFaults(root, commit, left, { whole, results, say });
  const report = reportOf(
    commit,
    chosen.map((fault) => results.of(fault)!),
  );
  for (const result of report.results) if (!result.isFound) say(lineOf(result));
  say(`${report.found} of ${report.total} found`);
  if (json) process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  return report.passed ? EXIT_CODES.found : EXIT_CODES.missed;
}

interface Trying {
  whole: boolean;
  results: { add(result: FaultResult): Promise<void> };
  say: (text: string) => void;
}

/** @throws when the tests fail without any fault, which makes results meaningless. */
async function tryFaults(
  root: string,
  commit: string,
  faults: readonly Fault[],
  { whole, results, say }: Trying,
): Promise<void> {
  const copy = await Copy.make(root, commit);
  try {
    say(`${faults.length} faults, planted in ${copy.root}`);
    const check = new FaultCheck(copy, whole);
    for (const [index, fault] of faults.entries()) {
      const result = await check.check(fault);
      await results.add(result);
      say(`${String(index + 1).padStart(3)}/${faults.length} ${lineOf(result)}`);
    }
  } finally {
    await copy.remove();
  }
}
