import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repository } from './support/repository';

interface Lockfile {
  packages: Record<string, { version?: string; license?: string }>;
}

let directory: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'licenses-'));
});

afterAll(() => rmSync(directory, { recursive: true, force: true }));

const licenses = (...args: string[]) =>
  spawnSync(process.execPath, [join(repository, 'scripts/licenses.mjs'), ...args], { encoding: 'utf8' });

/** Checks the repository's lockfile with a different license for one of its packages. */
function checkWith(location: string, license: string | undefined) {
  const lockfile = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8')) as Lockfile;
  const entry = lockfile.packages[location];
  if (!entry) throw new Error(`the lockfile has no ${location}`);
  entry.license = license;
  const file = join(directory, 'package-lock.json');
  writeFileSync(file, JSON.stringify(lockfile));
  return licenses('--check', '--lockfile', file);
}

it('allows every package in the lockfile', () => {
  const { status, stdout, stderr } = licenses('--check');
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^\d{3,} packages, all with allowed licenses\.\n$/);
});

it('lists what is distributed and what is a tool', () => {
  const { stdout } = licenses();
  expect(stdout).toMatch(/^express\t[\d.]+\tMIT\tdistributed$/m);
  expect(stdout).toMatch(/^react-router\t[\d.]+\tMIT\tdistributed$/m);
  expect(stdout).toMatch(/^axe-core\t[\d.]+\tMPL-2\.0\ttool$/m);
});

it.each(['GPL-3.0-only', 'SEE LICENSE IN LICENSE.txt', '(MIT OR GPL-2.0-only) AND SSPL-1.0'])(
  'refuses %s, and says what to do',
  (license) => {
    const { status, stderr } = checkWith('node_modules/express', license);
    expect(status).toBe(1);
    expect(stderr).toContain(`express 5.3.0: ${license} is not allowed in distributed code`);
    expect(stderr).toContain('Replace the package (npm explain express says who needs it)');
  },
);

it.each(['(GPL-3.0-only OR MIT)', 'MIT AND ISC', '(Apache-2.0)'])('accepts %s', (license) => {
  expect(checkWith('node_modules/express', license).status).toBe(0);
});

it('allows in a tool what it refuses in distributed code', () => {
  expect(checkWith('node_modules/prettier', 'MPL-2.0').status).toBe(0);
  expect(checkWith('node_modules/express', 'MPL-2.0').stderr).toContain(
    'express 5.3.0: MPL-2.0 is not allowed',
  );
});

it('treats bundled pages as distributed, although their packages are only needed to build', () => {
  expect(checkWith('node_modules/react-router', 'MPL-2.0').stderr).toContain('in distributed code');
});

it('refuses a package without a license', () => {
  const lockfile = { lockfileVersion: 3, packages: {} as Lockfile['packages'] };
  const real = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8')) as Lockfile;
  Object.assign(lockfile.packages, real.packages, { 'node_modules/nameless': { version: '1.2.3' } });
  const file = join(directory, 'nameless.json');
  writeFileSync(file, JSON.stringify(lockfile));
  const { status, stderr } = licenses('--check', '--lockfile', file);
  expect(status).toBe(1);
  expect(stderr).toContain('nameless 1.2.3: no license is stated');
});
