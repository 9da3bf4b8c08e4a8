import { posix } from 'node:path';

/** Packages that only compilers read although they are declared as runtime dependencies. */
const isForCompilers = (name) => name === 'typescript' || name.startsWith('@types/');

/**
 * What a workspace needs at run time according to the lockfile: the same as `npm ls --omit=dev` (a test compares them),
 * without optional packages and those only for compilers.
 *
 * @param lockfile the parsed package-lock.json (version 3).
 * @param workspace its directory in the repository.
 * @param bundled names of packages needed only to build it, because the build contains their code.
 * @returns workspaces by directory, the links that resolve their names, and the locations of other packages.
 * @throws when a needed package is missing from the lockfile.
 */
export function productionClosure(lockfile, workspace, bundled = []) {
  const { packages } = lockfile;
  if (!packages[workspace]) throw new Error(`the lockfile has no workspace ${workspace}`);
  const workspaces = new Set([workspace]);
  const links = new Set();
  const installed = new Set();
  const waiting = [workspace];
  for (let location = waiting.pop(); location !== undefined; location = waiting.pop()) {
    const names = needsOf(packages[location]);
    for (const name of location === workspace ? [...names, ...bundled] : names) {
      const found = resolvePackage(packages, location, name);
      if (!found) throw new Error(`${location} needs ${name}, which the lockfile does not have`);
      const entry = packages[found];
      if (entry.link) links.add(found);
      const target = entry.link ? entry.resolved : found;
      const known = entry.link ? workspaces : installed;
      if (known.has(target)) continue;
      known.add(target);
      waiting.push(target);
    }
  }
  return { workspaces: [...workspaces].sort(), links: [...links].sort(), installed: [...installed].sort() };
}

/**
 * Names of the packages that a package cannot run without. Omits optional ones, which are platform-specific programs
 * that no service uses, so that the trees are the same on all platforms.
 */
function needsOf({
  dependencies = {},
  optionalDependencies = {},
  peerDependencies = {},
  peerDependenciesMeta = {},
}) {
  const needs = Object.keys(dependencies).filter((name) => !(name in optionalDependencies));
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
  return [...needs, ...peers].filter((name) => !isForCompilers(name));
}

/** Resolves like Node.js, from the package's own node_modules up to the root's. */
function resolvePackage(packages, from, name) {
  for (let directory = from; ; directory = posix.dirname(directory)) {
    const isRoot = directory === '.' || directory === '';
    if (posix.basename(directory) !== 'node_modules') {
      const candidate = isRoot ? `node_modules/${name}` : `${directory}/node_modules/${name}`;
      if (packages[candidate]) return candidate;
    }
    if (isRoot) return undefined;
  }
}
