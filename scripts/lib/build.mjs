import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, root } from './workspace.mjs';

/** The inputs of builds. */
const sources = [
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'turbo.json',
  'proto',
  'packages',
  'programs',
  'services',
  'tools',
  'web',
  'docs/guide',
  'sdks',
  'CHANGELOG.md',
  'LICENSE',
];
const notSources = new Set(['node_modules', 'dist', 'generated', 'test', 'tests', '__pycache__', '.turbo']);
const cache = join(root, 'node_modules/.cache/heliograph');
const stampFile = join(cache, 'build-stamp');
const lockFile = join(cache, 'build-lock');
/** The end of the stamp of all workspaces' build. */
const EVERYTHING = ' everything';

/** Programs to build: those that `npm start` starts, and those that users run alongside. */
const programs = ['programs/launcher', 'programs/admin', 'programs/cli', 'services/*'];

/**
 * Builds what `npm start` and `npm run admin` run, unless nothing has changed since the last build. turbo would detect
 * that, too, but takes a second.
 *
 * @param say called before anything is built.
 */
export function buildIfNeeded(say) {
  checkInstalled();
  const isBuilt = () => builtOutputsExist() && readStamp().startsWith(fingerprintOfSources());
  if (isBuilt()) return;
  say();
  alone(() => {
    if (!isBuilt()) runTurboAndStamp(programs);
  });
}

/** Builds every workspace. */
export function buildAll() {
  checkInstalled();
  alone(() => runTurboAndStamp([]));
}

/**
 * Builds one workspace and its dependencies, unless nothing has changed since everything was built: turbo writes
 * unchanged output again, which running programs may be loading.
 */
export function buildWorkspace(workspace) {
  checkInstalled();
  const isThere = existsSync(join(root, workspace, 'dist'));
  if (isThere && readStamp() === fingerprintOfSources() + EVERYTHING) return;
  alone(() => runTurbo([workspace]));
}

/**
 * Waits for a build in another process: both would write the same files, and turbo would keep what came of it. The lock
 * of a process that was killed does not count.
 */
function alone(build) {
  mkdirSync(cache, { recursive: true });
  for (let waits = 0; !lock(); waits += 1) {
    if (waits === 1) process.stderr.write(`Waiting for another build to end (${lockFile}) …\n`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  }
  process.once('exit', unlock);
  build();
  process.off('exit', unlock);
  unlock();
}

const unlock = () => rmSync(lockFile, { force: true });

/** Two processes that wait for one that was killed may both get the lock. */
function lock() {
  try {
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  const holder = existsSync(lockFile) ? Number(readFileSync(lockFile, 'utf8')) : 0;
  // Written a moment after it is created.
  if (holder > 0 && !isAlive(holder)) unlock();
  return false;
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** After an update of the sources, an old package would fail late and look like a fault of ours. */
function checkInstalled() {
  if (!existsSync(join(root, 'node_modules/.bin/turbo')))
    fail('The dependencies are not installed: run npm ci first.');
  // Other package managers have no such file.
  const installed = packagesIn('node_modules/.package-lock.json');
  const outdated = Object.entries(packagesIn('package-lock.json') ?? {}).find(
    ([path, { version, optional, link }]) =>
      path.includes('node_modules/') && !optional && !link && installed?.[path]?.version !== version,
  );
  if (installed && outdated)
    fail(`The dependencies are of another version (${outdated[0]}): run npm ci first.`);
}

function packagesIn(lockfile) {
  const file = join(root, lockfile);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined;
}

/** Of sources that change during the build, the stamp is of before. */
function runTurboAndStamp(workspaces) {
  const stamp = fingerprintOfSources() + (workspaces.length === 0 ? EVERYTHING : '');
  runTurbo(workspaces);
  writeFileSync(stampFile, stamp);
}

/** Prints only errors. */
function runTurbo(workspaces) {
  const filters = workspaces.map((workspace) => `--filter=./${workspace}`);
  const turbo = spawnSync(
    join(root, 'node_modules/.bin/turbo'),
    ['run', 'build', '--output-logs=errors-only', '--no-color', ...filters],
    {
      cwd: root,
      env: {
        ...process.env,
        TURBO_TELEMETRY_DISABLED: '1',
        TURBO_NO_UPDATE_NOTIFIER: '1',
        DO_NOT_TRACK: '1',
      },
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  if (turbo.status === 0) return;
  process.stderr.write(turbo.stdout ?? '');
  process.stderr.write(turbo.stderr ?? '');
  fail(`The build failed${turbo.error ? `: ${turbo.error.message}` : ': see the errors above'}.`);
}

/** Names, sizes, and times of all source files. */
function fingerprintOfSources() {
  const hash = createHash('sha256').update(process.version);
  const visit = (path) => {
    const status = statSync(path);
    if (status.isDirectory()) {
      for (const name of readdirSync(path).sort()) if (!notSources.has(name)) visit(join(path, name));
    } else {
      hash.update(`${path}\0${status.size}\0${status.mtimeMs}\n`);
    }
  };
  for (const source of sources) visit(join(root, source));
  return hash.digest('hex');
}

function builtOutputsExist() {
  const services = readdirSync(join(root, 'services')).map((name) => `services/${name}/dist/main.js`);
  const outputs = [
    'programs/launcher/dist/index.js',
    'programs/admin/dist/main.js',
    'programs/cli/dist/main.js',
    ...services,
  ];
  return outputs.every((output) => existsSync(join(root, output)));
}

function readStamp() {
  return existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : '';
}
