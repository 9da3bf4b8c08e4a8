import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Copy } from './copy';
import { runProgram, tryProgram } from './run-program';

/**
 * Timeouts for one file and for all, in case a fault makes tests hang. Without a fault, they take a minute and half an
 * hour.
 */
const LONGEST_FILE_MS = 10 * 60_000;
const LONGEST_RUN_MS = 90 * 60_000;
/** Characters of jest's output in an error. */
const SHOWN_CHARACTERS = 2_000;
/** Number of failed tests named in a result. */
const NAMED_FAILURES = 3;
/** Skips this tool's own tests: they check that patches apply, and an applied patch doesn't apply again. */
const OWN_TESTS = '/tools/planted-faults/';

interface JestReport {
  numTotalTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string }[];
  }[];
}

/** A failed test. */
export interface Failure {
  /** Absolute path of its file. */
  file: string;
  test: string;
}

/** Runs test files one at a time, up to the first with a failed test (Jest's own `--bail` leaves no report). */
export async function runUntilFailure(copy: Copy, files: readonly string[]): Promise<Failure[]> {
  for (const file of files) {
    const failures = await runTests(copy, [file]);
    if (failures.length > 0) return failures;
  }
  return [];
}

/**
 * Runs tests in a copy, one file at a time.
 *
 * @param files relative to the copy or absolute; all tests if empty.
 * @returns the failed tests, including those that hung.
 * @throws when a file could not be loaded or there was nothing to run, which says nothing about the fault.
 */
export async function runTests(copy: Copy, files: readonly string[]): Promise<Failure[]> {
  const report = join(copy.root, '..', 'report.json');
  await rm(report, { force: true });
  const { output, isOvertime } = await tryProgram(
    process.execPath,
    [
      join('node_modules', 'jest', 'bin', 'jest.js'),
      ...['--maxWorkers', '1', '--json', '--outputFile', report],
      ...['--testPathIgnorePatterns', '/node_modules/', '/dist/', OWN_TESTS],
      ...(files.length > 0 ? ['--runTestsByPath', ...files] : []),
    ],
    copy.root,
    files.length > 0 ? files.length * LONGEST_FILE_MS : LONGEST_RUN_MS,
  );
  if (isOvertime) return files.map((file) => ({ file, test: 'does not end' }));
  const text = await readFile(report, 'utf8').catch(() => '');
  if (text === '') throw new Error(`the tests could not be run:\n${output.slice(-SHOWN_CHARACTERS)}`);
  return failuresOf(JSON.parse(text) as JestReport);
}

/** @throws when a file failed without a failed test. */
export function failuresOf({ numTotalTests, testResults }: JestReport): Failure[] {
  if (numTotalTests === 0)
    throw new Error(`no test ran:\n${testResults.map(({ message }) => message).join('\n')}`);
  const broken = testResults.find(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  if (broken)
    throw new Error(`${broken.name} could not be loaded:\n${broken.message.slice(0, SHOWN_CHARACTERS)}`);
  return testResults
    .flatMap(({ name: file, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName: test }) => ({ file, test })),
    )
    .slice(0, NAMED_FAILURES);
}

/** Compiles workspaces of a copy in place. */
export async function build(copy: Copy, workspaces: readonly string[]): Promise<void> {
  for (const workspace of workspaces) {
    const compiler = join(copy.root, 'node_modules', 'typescript', 'bin', 'tsc');
    await runProgram(process.execPath, [compiler, '-p', join(workspace, 'tsconfig.json')], copy.root);
  }
}
