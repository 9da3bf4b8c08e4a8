import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'dependencies-'));
  cpSync(resolve(__dirname, '../../../scripts'), join(root, 'scripts'), { recursive: true });
});

afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, content: string): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

const lockfile = (packages: Record<string, object>) => JSON.stringify({ packages });

function start(): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts/start.mjs')], {
    encoding: 'utf8',
  });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  return stderr;
}

it('installs what the build needs, even where NODE_ENV=production', () => {
  const env = { ...process.env, NODE_ENV: 'production' };
  const repository = resolve(__dirname, '../../..');
  const listed = execFileSync('npm', ['ls', 'turbo', '--parseable'], {
    cwd: repository,
    env,
    encoding: 'utf8',
  });
  expect(listed).toBe(`${join(repository, 'node_modules/turbo')}\n`);
});

it('says that the dependencies are missing', () => {
  expect(start()).toBe('The dependencies are not installed: run npm ci first.\n');
});

it('says that the dependencies are of another version, except optional ones of other platforms', () => {
  write('node_modules/.bin/turbo', '');
  const wanted = {
    '': { version: '2.0.0' },
    'packages/own': { version: '2.0.0' },
    'node_modules/own': { link: true },
    'node_modules/other-platform': { version: '1.0.0', optional: true },
    'node_modules/same': { version: '1.0.0' },
    'node_modules/added': { version: '1.0.0' },
  };
  write('package-lock.json', lockfile(wanted));
  write('node_modules/.package-lock.json', lockfile({ 'node_modules/same': { version: '1.0.0' } }));
  expect(start()).toBe('The dependencies are of another version (node_modules/added): run npm ci first.\n');
});
