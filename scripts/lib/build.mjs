import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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
];
const notSources = new Set(['node_modules', 'dist', 'generated', 'test', 'tests', '__pycache__', '.turbo']);
const stampFile = join(root, 'node_modules/.cache/heliograph/build-stamp');

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
  const fingerprint = fingerprintOfSources();
  if (builtOutputsExist() && readStamp() === fingerprint) return;
  say();
  runTurbo(programs);
  writeStamp(fingerprint);
}

/** Builds every workspace. */
export function buildAll() {
  checkInstalled();
  const fingerprint = fingerprintOfSources();
  runTurbo([]);
  writeStamp(fingerprint);
}

/** Builds one workspace and its dependencies. */
export function buildWorkspace(workspace) {
  checkInstalled();
  runTurbo([workspace]);
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
  return existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : undefined;
}

function writeStamp(fingerprint) {
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, fingerprint);
}
