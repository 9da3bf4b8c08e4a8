import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { locateBinaries } from '@heliograph/postgres';
import { javaLibraries, kafkaProgram, kubernetesTools } from '@heliograph/testing';
import { HELP, parseCommandLine, UsageError, type CommandLine } from './command-line';
import { infrastructureArchive } from './images/infrastructure';
import { systemArchive } from './images/system';
import { Cluster } from './machine/cluster';
import { fetchDebianPackages, installMachinePackages } from './parts/debian-packages';
import { buildGoPrograms } from './parts/go-programs';
import { currentRelease, earlierRelease } from './parts/releases';
import { planOf } from './plan';
import { pathsOf, type Paths } from './settings';
import { STEPS } from './steps';
import { collectEvidence } from './steps/evidence';
import { CheckFailure, since, type Context, type Step } from './steps/step';

const say = (text: string): void => void process.stdout.write(`${text}\n`);

/**
 * Runs the suite. @param repository root of a built checkout.
 *
 * @returns the exit status: 0 when every check passed, 1 when one failed, 2 for invalid arguments.
 */
export async function run(args: readonly string[], repository: string): Promise<number> {
  let commandLine: CommandLine;
  try {
    commandLine = parseCommandLine(
      args,
      STEPS.map(({ name }) => name),
    );
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 2;
  }
  const { help, list, command } = commandLine;
  if (help) say(HELP);
  else if (list) for (const { name, shows } of STEPS) say(`${name.padEnd(18)}${shows}`);
  if (help || list) return 0;
  requireMachine();
  const paths = pathsOf(repository);
  const cluster = new Cluster(paths, await kubernetesTools());
  if (command[0] === 'down') await cluster.down();
  else if (command.length > 0) return administer(cluster, command);
  if (command.length > 0) return 0;
  return runChecks(cluster, paths, commandLine);
}

async function runChecks(
  cluster: Cluster,
  paths: Paths,
  { only, keep, previous }: CommandLine,
): Promise<number> {
  const context = await prepare(cluster, paths, previous);
  try {
    return await runAll(context, planOf(STEPS, only, await doneChecks(paths)));
  } finally {
    if (keep) say(`The cluster stays up: npm run test:kubernetes -- exec kubectl get pods -A; … -- down`);
    else await cluster.down();
  }
}

/** Builds, fetches, and starts whatever is missing. */
async function prepare(cluster: Cluster, paths: Paths, previousCommit: string): Promise<Context> {
  const start = performance.now();
  await installMachinePackages(say);
  await buildGoPrograms(paths, say);
  const archives = await fetchDebianPackages(paths.cache);
  // Also creates the links between its libraries, which a fresh installation lacks.
  const { initdb } = await locateBinaries([], false);
  const infrastructure = await infrastructureArchive(paths.cache, {
    archives,
    postgresql: dirname(dirname(initdb)),
    kafka: await javaLibraries(kafkaProgram, { onFetch: () => say('Fetching Kafka') }),
  });
  const previous = await earlierRelease(paths, previousCommit, archives, say);
  const current = await currentRelease(paths, archives);
  say(`Prepared in ${since(start)}`);
  const releases = [previous.archive, current.archive];
  const starting = performance.now();
  if (cluster.isUp) {
    await cluster.importImages(releases);
  } else {
    await cluster.down();
    await cluster.up([await systemArchive(paths), infrastructure, ...releases]);
  }
  say(`Cluster up in ${since(starting)}`);
  return { cluster, previous, current, say };
}

/** Runs the checks in order. Skips those whose prerequisites could not run. @returns the exit status. */
async function runAll(context: Context, steps: readonly Step[]): Promise<number> {
  const unmet = new Set<string>();
  const count = { passed: 0, failed: 0, skipped: 0 };
  for (const step of steps) {
    const missing = step.after.find((name) => unmet.has(name));
    if (missing !== undefined) {
      unmet.add(step.name);
      count.skipped += 1;
      say(`skipped ${step.name}: it needs ${missing}`);
      continue;
    }
    const error = await runStep(context, step);
    count[error === undefined ? 'passed' : 'failed'] += 1;
    // An expectation failed, but the step's work was still done.
    if (error === undefined || error instanceof CheckFailure)
      await recordDone(context.cluster.paths, step.name);
    else unmet.add(step.name);
  }
  say(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
  return count.passed === steps.length ? 0 : 1;
}

/** @returns why it failed. */
async function runStep(context: Context, step: Step): Promise<unknown> {
  const start = performance.now();
  try {
    const figures = await step.run(context);
    const text = Object.entries(figures).map(([name, value]) => `${name} ${value}`);
    say(`passed  ${step.name} (${since(start)}): ${text.join(', ')}`);
    return undefined;
  } catch (error) {
    const reason = error instanceof CheckFailure ? error.message : String((error as Error).stack);
    const evidence = await collectEvidence(context.cluster, step.name);
    say(`FAILED  ${step.name} (${since(start)}): not so: ${step.shows}\n    ${reason}`);
    say(`    look at: ${evidence}; ${step.inspect}`);
    return error;
  }
}

/** Checks already done on the running cluster, by name. */
async function doneChecks({ state }: Paths): Promise<Set<string>> {
  const file = join(state, 'done');
  return new Set(existsSync(file) ? (await readFile(file, 'utf8')).trim().split('\n') : []);
}

async function recordDone(paths: Paths, name: string): Promise<void> {
  // After it, only the infrastructure is installed.
  const done = name === 'uninstall' ? ['infrastructure'] : [...(await doneChecks(paths)), name];
  await writeFile(join(paths.state, 'done'), done.join('\n'));
}

function administer(cluster: Cluster, [program, ...args]: readonly string[]): number {
  const { command, environment } = cluster.entering(program!, args);
  return spawnSync(command[0]!, command.slice(1), { stdio: 'inherit', env: environment }).status ?? 1;
}

/** @throws Error saying what is missing. */
function requireMachine(): void {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error('The suite needs Linux on x64.');
  if (process.getuid?.() !== 0) throw new Error('The suite needs root: nodes are namespaces of the kernel.');
}
