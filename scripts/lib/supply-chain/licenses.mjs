import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../workspace.mjs';
import { distributedPackages, distributions } from './distributed.mjs';
import { isSatisfied } from './license-expression.mjs';

/** Licenses allowed in distributed code: they require only that their text is included. SPDX identifiers. */
const forAll = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  // For fonts, which must not be sold by themselves.
  'OFL-1.1',
  'Unlicense',
  'Zlib',
];

/** Also allowed for packages that are used only to build and test. */
const forTools = ['CC-BY-4.0', 'MPL-2.0', 'Python-2.0'];

/** Licenses, per their license files, of packages whose package.json lacks the field that npm reads. */
const stated = {
  buildcheck: 'MIT',
  'cpu-features': 'MIT',
  ssh2: 'MIT',
};

/**
 * The license of each package in a lockfile, whether it is distributed, and whether that is allowed.
 *
 * @returns `{name, version, license, isDistributed, isAllowed}`, by name.
 */
export function licensesOf(lockfile) {
  const distributed = new Set(
    [...distributions().keys()].flatMap((distribution) => distributedPackages(lockfile, distribution)),
  );
  const packages = Object.entries(lockfile.packages).filter(
    ([location, { link }]) => location.includes('node_modules/') && !link,
  );
  const rows = packages.map(([location, entry]) => {
    const name = location.slice(location.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const license = entry.license ?? installedLicense(location) ?? stated[name];
    const isDistributed = distributed.has(location);
    const allowed = isDistributed ? forAll : [...forAll, ...forTools];
    const isAllowed = license !== undefined && isSatisfied(license, allowed);
    return { name, version: entry.version, license, isDistributed, isAllowed };
  });
  return rows.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** What to do about a package that {@link licensesOf} does not allow. */
export function remedyOf({ name, version, license, isDistributed }) {
  if (license === undefined) {
    return (
      `${name} ${version}: no license is stated. Read the license file in its source; if that license is allowed, add the package ` +
      'to "stated" in scripts/lib/supply-chain/licenses.mjs, otherwise replace the package.'
    );
  }
  const where = isDistributed ? 'distributed code (images, pages, client, SDK)' : 'tools';
  return (
    `${name} ${version}: ${license} is not allowed in ${where}. Replace the package (npm explain ${name} says who needs it), ` +
    'or have the license approved and add it to the list in scripts/lib/supply-chain/licenses.mjs.'
  );
}

function installedLicense(location) {
  try {
    return JSON.parse(readFileSync(join(root, location, 'package.json'), 'utf8')).license;
  } catch (error) {
    // Packages for other platforms are in the lockfile, but not installed.
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}
