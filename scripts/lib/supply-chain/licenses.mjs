import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../workspace.mjs';
import { distributedPackages, distributions } from './distributed.mjs';
import { isSatisfied } from './licence-expression.mjs';

/** Licenses allowed in distributed code: they require only their text. SPDX identifiers. */
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
  // Of typefaces: not to be sold by themselves.
  'OFL-1.1',
  'Unlicense',
  'Zlib',
];

/** Also allowed for packages that only build and test, and are not distributed. */
const forTools = ['CC-BY-4.0', 'MPL-2.0', 'Python-2.0'];

/** Packages whose package.json does not state it in the field that npm reads, and what their license file says. */
const stated = {
  buildcheck: 'MIT',
  'cpu-features': 'MIT',
  ssh2: 'MIT',
};

/**
 * The license of each package in a lockfile, whether it is distributed, and whether that is allowed.
 *
 * @returns `{name, version, licence, isGivenOut, isAllowed}`, by name.
 */
export function licencesOf(lockfile) {
  const givenOut = new Set(
    [...distributions().keys()].flatMap((distribution) => distributedPackages(lockfile, distribution)),
  );
  const packages = Object.entries(lockfile.packages).filter(
    ([location, { link }]) => location.includes('node_modules/') && !link,
  );
  const rows = packages.map(([location, entry]) => {
    const name = location.slice(location.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const licence = entry.license ?? installedLicence(location) ?? stated[name];
    const isGivenOut = givenOut.has(location);
    const allowed = isGivenOut ? forAll : [...forAll, ...forTools];
    const isAllowed = licence !== undefined && isSatisfied(licence, allowed);
    return { name, version: entry.version, licence, isGivenOut, isAllowed };
  });
  return rows.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** What to do about a package that {@link licencesOf} does not allow. */
export function remedyOf({ name, version, licence, isGivenOut }) {
  if (licence === undefined) {
    return (
      `${name} ${version}: no license is stated. Read the license file in its source; if that license is allowed, add the package ` +
      'to "stated" in scripts/lib/supply-chain/licences.mjs, otherwise replace the package.'
    );
  }
  const where = isGivenOut ? 'distributed code (images, pages, client, SDK)' : 'tools';
  return (
    `${name} ${version}: ${licence} is not allowed in ${where}. Replace the package (npm explain ${name} says who needs it), ` +
    'or have the license approved and add it to the list in scripts/lib/supply-chain/licences.mjs.'
  );
}

function installedLicence(location) {
  try {
    return JSON.parse(readFileSync(join(root, location, 'package.json'), 'utf8')).license;
  } catch (error) {
    // Packages for other platforms are in the lockfile, but not installed.
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}
