import {
  cpSync,
  existsSync,
  linkSync,
  lutimesSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, extname, join, relative } from 'node:path';
import { root } from '../workspace.mjs';
import { productionClosure } from './closure.mjs';

/** Copied from a workspace besides its package.json: builds, model weights, and licenses. */
const outputs = ['dist', 'weights', 'LICENSE', 'NOTICE'];
const migrations = /^src\/(?:.+\/)?migrations\/[^/]+\.sql$/;

/** Files that no program reads: types, source maps, build info, tests. */
const unread = /\.(?:ts|mts|cts|map|tsbuildinfo|test\.[cm]?js)$/;

/**
 * Directories in packages that are not code. Only at the top level: further down, such a name may belong to the code.
 */
const unreadDirectories = new Set(
  '.github .vscode __tests__ bench benchmark benchmarks coverage doc docs example examples test tests'.split(
    ' ',
  ),
);
/** Native code of onnxruntime-node, whose package contains every platform's. */
const compiledFor = /^bin\/napi-v\d+\/([^/]+)(?:\/([^/]+))?/;
const isText = (name) => ['.md', '.markdown'].includes(extname(name).toLowerCase());
const isLegal = (name) => /licen[cs]e|notice|copying|authors/i.test(name);

/**
 * Copies exactly what a program needs to run out of this repository, which must have been installed with `npm ci` and
 * built.
 *
 * @param workspace the program's directory in the repository.
 * @param directory is emptied first.
 * @param options.seconds modification time of all files (Unix time); by default the files' own times.
 * @param options.platform the platform whose native code to keep, for packages with several.
 * @param options.copies locations that packages have already been copied to, so that adjacent trees share files.
 */
export function writeProductionTree(
  workspace,
  directory,
  { seconds, platform = { os: process.platform, arch: process.arch }, copies = new Map() } = {},
) {
  const lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const { workspaces, links, installed } = productionClosure(lockfile, workspace);
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const copyOnce = (location, copy) => {
    const target = join(directory, location);
    if (copies.has(location)) linkFiles(copies.get(location), target);
    else copy(location, target);
    copies.set(location, target);
  };
  for (const location of installed)
    copyOnce(location, (source, target) => copyPackage(source, target, platform));
  for (const location of workspaces) copyOnce(location, copyWorkspace);
  for (const location of links) {
    const link = join(directory, location);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(relative(dirname(link), join(directory, lockfile.packages[location].resolved)), link);
  }
  cpSync(join(root, 'LICENSE'), join(directory, 'LICENSE'));
  if (seconds !== undefined) setTimes(directory, seconds);
}

function copyPackage(location, target, { os, arch }) {
  const source = join(root, location);
  if (!existsSync(source)) throw new Error(`${location} is not installed: run npm ci first`);
  const isKept = (path) => {
    const inside = relative(source, path);
    const name = basename(path);
    // Nested packages are copied by their own locations in the lockfile.
    if (name === 'node_modules' || unreadDirectories.has(inside)) return false;
    const [, itsOs = os, itsArch = arch] = compiledFor.exec(inside) ?? [];
    if (itsOs !== os || itsArch !== arch) return false;
    return !unread.test(name) && (!isText(name) || isLegal(name));
  };
  copyFiltered(source, target, isKept);
}

function copyWorkspace(location, target) {
  const source = join(root, location);
  if (!existsSync(join(source, 'dist'))) throw new Error(`${location} is not built: run npm run build first`);
  for (const output of outputs) {
    if (!existsSync(join(source, output))) continue;
    copyFiltered(join(source, output), join(target, output), (path) => !unread.test(path));
  }
  for (const file of filesIn(source, 'src').filter((path) => migrations.test(path)))
    cpSync(join(source, file), join(target, file));
  const description = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  delete description.scripts;
  delete description.devDependencies;
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(description, undefined, 2)}\n`);
}

function copyFiltered(source, target, isKept) {
  cpSync(source, target, { recursive: true, preserveTimestamps: true, filter: isKept });
}

/** Hard-links the same files in a second place, without nested packages. */
function linkFiles(source, target) {
  mkdirSync(target, { recursive: true });
  for (const entry of readdirSync(source, { withFileTypes: true })) {
    if (entry.name === 'node_modules') continue;
    const link = entry.isDirectory() ? linkFiles : linkSync;
    link(join(source, entry.name), join(target, entry.name));
  }
}

/** Paths of the files below a directory, relative to `base`. */
function filesIn(base, directory) {
  if (!existsSync(join(base, directory))) return [];
  return readdirSync(join(base, directory), { withFileTypes: true }).flatMap((entry) => {
    const path = `${directory}/${entry.name}`;
    return entry.isDirectory() ? filesIn(base, path) : [path];
  });
}

/** Sets the times of a directory's contents first, because creating entries would change the directory's own. */
function setTimes(path, seconds) {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inside = join(path, entry.name);
    if (entry.isDirectory()) setTimes(inside, seconds);
    else lutimesSync(inside, seconds, seconds);
  }
  lutimesSync(path, seconds, seconds);
}
