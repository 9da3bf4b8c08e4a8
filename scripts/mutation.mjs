// npm run mutation [-- FOLDER...]: changes pure code in small ways and reports which changes no unit test notices
// (tools/mutation/README.md).
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { fail, invocationDirectory, root } from './lib/workspace.mjs';

const HELP = `Usage: npm run mutation -- [options] [folder...]

Mutates the code of each folder (by default every folder named domain) and runs its unit tests.

  --json       print the report as JSON
  --no-static  leave out mutants of what is evaluated once at load: each runs all tests of its folder
  --least N    exit with 1 when the total score is below N percent (default: 85)
  --list       list the folders
  --help       show this`;

const output = join(root, '.heliograph-mutation');
const found = new Set(['Killed', 'Timeout']);
const missed = new Set(['Survived', 'NoCoverage']);

const { values, positionals } = readArguments();
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const folders =
  positionals.length > 0
    ? positionals.map((folder) => relative(root, resolve(invocationDirectory, folder)))
    : pureFolders();
for (const folder of folders)
  if (!existsSync(join(root, folder))) fail(`${folder} is not a folder of the repository`);
if (values.list) {
  console.log(folders.join('\n'));
  process.exit(0);
}
mkdirSync(output, { recursive: true });
const results = folders.map(mutate);
const total = scoreOf(results.flatMap(({ mutants }) => mutants));
const report = {
  commit: spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).stdout.trim(),
  score: total,
  folders: results.map(({ folder, mutants }) => ({
    folder,
    mutants: mutants.length,
    leftOut: mutants.filter(({ status }) => status === 'Ignored').length,
    score: scoreOf(mutants),
  })),
  survivors: results.flatMap(({ mutants }) => mutants.filter(({ status }) => missed.has(status))),
};
writeFileSync(join(output, 'report.json'), JSON.stringify(report, undefined, 2));
print(report);
process.exitCode = total >= Number(values.least) ? 0 : 1;

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        json: { type: 'boolean' },
        least: { type: 'string', default: '85' },
        list: { type: 'boolean' },
        'no-static': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    return fail(`${error.message}\n\n${HELP}`);
  }
}

/** Folders of pure code (no transport, no drivers) and its tests. */
function pureFolders() {
  const { stdout } = spawnSync('git', ['ls-files', '*/domain/*.ts'], { cwd: root, encoding: 'utf8' });
  return [...new Set(stdout.match(/^.*\/src\/(?:.*\/)?domain(?=\/)/gm))];
}

/** One folder at a time: each mutant then loads only its folder's tests. */
function mutate(folder) {
  if (!values.json) console.error(`${folder} …`);
  const file = join(output, 'mutants.json');
  const { status } = spawnSync(
    join(root, 'node_modules/.bin/stryker'),
    ['run', 'tools/mutation/stryker.config.mjs', '--mutate', `${folder}/**/*.ts,!**/*.test.ts`],
    {
      cwd: root,
      env: {
        ...process.env,
        MUTATED_FOLDER: folder,
        MUTATION_REPORT: file,
        MUTATION_STATIC: values['no-static'] ? 'off' : 'on',
      },
      // Stryker's own output goes to standard error: standard output is for the report.
      stdio: ['ignore', 2, 2],
    },
  );
  if (status !== 0) fail(`the mutants of ${folder} could not be tried; what went wrong is above`);
  const { files } = JSON.parse(readFileSync(file, 'utf8'));
  const mutants = Object.entries(files).flatMap(([name, { mutants: all }]) =>
    all.map(({ status: outcome, location, mutatorName, replacement }) => ({
      place: `${name}:${location.start.line}`,
      status: outcome,
      mutator: mutatorName,
      replacement,
    })),
  );
  return { folder, mutants };
}

/** Percentage of the tested mutants. */
function scoreOf(mutants) {
  const kills = mutants.filter(({ status }) => found.has(status)).length;
  const all = kills + mutants.filter(({ status }) => missed.has(status)).length;
  return all === 0 ? 100 : Math.round((10_000 * kills) / all) / 100;
}

function print({ folders: all, survivors, score }) {
  if (values.json) {
    console.log(JSON.stringify(report));
    return;
  }
  for (const { place, status, mutator, replacement } of survivors)
    console.log(`${place}  ${status}  ${mutator}: ${(replacement ?? '').replace(/\s+/g, ' ').slice(0, 80)}`);
  for (const { folder, mutants, leftOut, score: own } of all) {
    const without = leftOut > 0 ? `, ${leftOut} left out` : '';
    console.log(`${own.toFixed(1).padStart(6)} %  ${folder} (${mutants} mutants${without})`);
  }
  console.log(`${score.toFixed(1).padStart(6)} %  total`);
}
