import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDockerfile } from '../images/dockerfile.mjs';
import { productionClosure } from '../images/closure.mjs';
import { programs } from '../images/programs.mjs';
import { root } from '../workspace.mjs';
import { distributedPackages, distributions, readLockfile } from './distributed.mjs';

/**
 * The repository's software bill of materials, as npm generates it (CycloneDX 1.5, from the lockfile); or that of one
 * program or client: the packages whose code it contains and, for a program, its Node.js. Reproducible from the
 * lockfile.
 *
 * @param name a program or client; by default everything, including tools.
 * @param seconds its timestamp (Unix time); none by default.
 */
export function billOfMaterials(name, seconds) {
  const lockfile = readLockfile();
  // First, because npm takes a while.
  const locations = name === undefined ? [] : distributedPackages(lockfile, name);
  const bill = JSON.parse(
    execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
  addDigests(bill, lockfile);
  if (name !== undefined) restrict(bill, lockfile, name, locations);
  delete bill.metadata.timestamp;
  if (seconds !== undefined) bill.metadata.timestamp = new Date(seconds * 1000).toISOString();
  delete bill.serialNumber;
  bill.serialNumber = `urn:uuid:${uuidOf(JSON.stringify(bill))}`;
  return bill;
}

/** npm's own restriction to a workspace also lists test dependencies of the workspaces it uses. */
function restrict(bill, lockfile, name, locations) {
  const workspace = distributions().get(name);
  const references = new Set([
    ...locations.map((location) => referenceOf(lockfile, location)),
    ...productionClosure(lockfile, workspace).workspaces.map((directory) => referenceOf(lockfile, directory)),
  ]);
  const own = referenceOf(lockfile, workspace);
  const subject = bill.components.find((component) => component['bom-ref'] === own);
  bill.metadata.component = { ...subject, type: 'application' };
  bill.components = bill.components.filter(
    (component) => references.has(component['bom-ref']) && component['bom-ref'] !== own,
  );
  for (const component of bill.components) component.scope = 'required';
  bill.dependencies = bill.dependencies
    .filter(({ ref }) => references.has(ref))
    .map(({ ref, dependsOn = [] }) => ({
      ref,
      dependsOn: dependsOn.filter((other) => references.has(other)),
    }));
  if (programs().has(name)) addNode(bill, own);
}

/** npm does not know the image's Node.js. */
function addNode(bill, subject) {
  const { globals } = parseDockerfile(readFileSync(join(root, 'Dockerfile'), 'utf8'));
  const version = /^node:([\d.]+)/.exec(globals.BASE_IMAGE)?.[1];
  if (!version) throw new Error('BASE_IMAGE of the Dockerfile does not say which Node it has');
  const reference = `node@${version}`;
  bill.components.push({
    'bom-ref': reference,
    type: 'platform',
    name: 'node',
    version,
    scope: 'required',
    purl: `pkg:generic/node@${version}`,
    cpe: `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*`,
    licenses: [{ license: { id: 'MIT' } }],
  });
  bill.dependencies.push({ ref: reference, dependsOn: [] });
  bill.dependencies.find(({ ref }) => ref === subject)?.dependsOn.push(reference);
}

/** Adds the lockfile's digests. npm omits those of packages without a URL in the lockfile. */
function addDigests(bill, lockfile) {
  const digests = new Map();
  for (const [location, { integrity }] of Object.entries(lockfile.packages)) {
    const [, digest] = /^sha512-(\S+)/.exec(integrity ?? '') ?? [];
    if (digest) digests.set(referenceOf(lockfile, location), Buffer.from(digest, 'base64').toString('hex'));
  }
  for (const component of bill.components) {
    const content = digests.get(component['bom-ref']);
    if (content) component.hashes ??= [{ alg: 'SHA-512', content }];
  }
}

/** npm's reference to a package or workspace: by its own name, which for an alias differs from its location. */
function referenceOf(lockfile, location) {
  const { name, version } = lockfile.packages[location];
  return `${name ?? location.slice(location.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version}`;
}

/** A UUID (RFC 9562, version 8) derived from a text. */
function uuidOf(text) {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16);
  bytes[6] = (bytes[6] & 0x0f) | 0x80;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
