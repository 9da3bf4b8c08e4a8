import { existsSync } from 'node:fs';
import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { releaseArchive } from '../images/release';
import { runCommand } from '../run-command';
import type { Paths } from '../settings';

/** A chart and the images to install it with. */
export interface Release {
  /** Tag of its images. */
  tag: string;
  chart: string;
  /** Its images, for `ctr images import`. */
  archive: string;
  /** heliograph-admin, for this machine's Node.js. */
  admin: string;
}

const ADMIN_MAIN = 'programs/admin/dist/main.js';

const BUILD_MS = 3_600_000;
const NICE = ['-n', '10'];

/** The current checkout, which must be built. Recreated on every run. */
export async function currentRelease(
  { repository, cache }: Paths,
  archives: ReadonlyMap<string, string>,
): Promise<Release> {
  const directory = join(cache, 'releases/current');
  const trees = join(directory, 'trees');
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  await writeTrees(repository, trees);
  const tag = 'current';
  const archive = await releaseArchive(directory, { source: repository, trees, tag, archives });
  return {
    tag,
    chart: join(repository, 'charts/heliograph'),
    archive,
    admin: join(trees, 'admin', ADMIN_MAIN),
  };
}

/**
 * An earlier commit, built from git with its own lockfile and Dockerfile, once; takes minutes.
 *
 * @throws CommandFailure when the repository lacks it (a shallow clone).
 */
export async function earlierRelease(
  { repository, cache }: Paths,
  commit: string,
  archives: ReadonlyMap<string, string>,
  say: (text: string) => void,
): Promise<Release> {
  const short = commit.slice(0, 12);
  const directory = join(cache, 'releases', short);
  const release = {
    tag: `at-${short}`,
    chart: join(directory, 'chart'),
    archive: join(directory, 'images.tar'),
    admin: join(directory, 'admin', ADMIN_MAIN),
  };
  // Created last, so it marks the build as complete.
  if (existsSync(release.admin)) return release;
  say(`Building the previous release, ${short} (once; takes minutes)`);
  const source = join(directory, 'source');
  const trees = join(directory, 'trees');
  if (!existsSync(trees)) await buildSource(repository, commit, source, trees);
  await releaseArchive(directory, { source, trees, tag: release.tag, archives });
  await cp(join(source, 'charts/heliograph'), release.chart, { recursive: true });
  await rename(join(trees, 'admin'), join(directory, 'admin'));
  for (const made of [source, trees]) await rm(made, { recursive: true, force: true });
  return release;
}

async function buildSource(repository: string, commit: string, source: string, trees: string): Promise<void> {
  await rm(source, { recursive: true, force: true });
  await mkdir(source, { recursive: true });
  const archive = join(source, 'source.tar');
  await runCommand('git', ['archive', '--output', archive, commit], { cwd: repository });
  await runCommand('tar', ['-xf', archive, '-C', source]);
  const run = (...command: string[]) =>
    runCommand('nice', [...NICE, ...command], { cwd: source, timeoutMs: BUILD_MS, env: buildEnvironment() });
  await run('npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error');
  const workspaces = ['--filter=./services/*', '--filter=./programs/admin'];
  await run('node_modules/.bin/turbo', 'run', 'build', '--output-logs=errors-only', ...workspaces);
  await writeTrees(source, trees);
}

async function writeTrees(source: string, trees: string): Promise<void> {
  const args = [...NICE, process.execPath, 'scripts/production-tree.mjs', '--all', trees];
  await runCommand('nice', args, { cwd: source, env: { ...process.env, SOURCE_DATE_EPOCH: '1' } });
}

/** npm passes its project's location to the programs it runs, but this is a different project. */
function buildEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^npm_|^INIT_CWD$|^NODE_ENV$/.test(name));
  return { ...Object.fromEntries(kept), TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' };
}
