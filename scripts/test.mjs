// npm test [-- JEST ARGUMENTS]: builds, runs every test, and ends with one line of counts.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildAll } from './lib/build.mjs';
import { scratchDirectory } from './lib/scratch.mjs';
import { fail, root } from './lib/workspace.mjs';

process.stdout.write('Building …\n');
buildAll();

const scratch = mkdtempSync(join(tmpdir(), 'heliograph-results-'));
const resultFile = join(scratch, 'results.json');
const jest = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/jest/bin/jest.js'),
    '--json',
    `--outputFile=${resultFile}`,
    ...process.argv.slice(2),
  ],
  {
    cwd: root,
    stdio: ['inherit', 'ignore', 'inherit'],
    env: { ...process.env, TMPDIR: scratchDirectory() },
  },
);
const results = existsSync(resultFile) ? JSON.parse(readFileSync(resultFile, 'utf8')) : undefined;
rmSync(scratch, { recursive: true });
if (!results) fail('0 passed, 1 failed, 0 skipped (jest gave no results: see above)');

for (const name of missingInfrastructure(results)) {
  process.stdout.write(`Skipped, because it is not available: ${name}\n`);
}
// A file that could not run at all counts as failed tests.
const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
const skipped = results.numPendingTests + results.numTodoTests;
process.stdout.write(`${results.numPassedTests} passed, ${failed} failed, ${skipped} skipped\n`);
process.exitCode = failed > 0 || !results.success ? 1 : (jest.status ?? 1);

/** Missing parts for which suites were skipped; the testing package's `describeWith` names them in the title. */
function missingInfrastructure({ testResults }) {
  const titles = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'pending')
    .flatMap(({ ancestorTitles }) => ancestorTitles);
  return new Set(
    titles.flatMap((title) => [...title.matchAll(/\[needs ([\w-]+)\]/g)].map(([, name]) => name)),
  );
}
