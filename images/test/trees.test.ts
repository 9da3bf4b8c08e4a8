import { execFileSync } from 'node:child_process';
import { lstatSync, mkdtempSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { programs, repository, runScript } from './support/repository';
import { contentsOf, pathsIn } from './support/tree';

// The images' contents, without starting them: see start.test.ts.

const lockfile = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { optional?: boolean }>;
};
const names = [...programs.keys()];
let directory: string;
const tree = (name: string) => join(directory, name);

beforeAll(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), 'image-trees-')));
  runScript('scripts/production-tree.mjs', ['--all', directory]);
});

afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Directories of external packages in a tree: `node_modules/a`, `node_modules/a/node_modules/@b/c`. */
function installedIn(name: string): string[] {
  const place = /^(?:.+\/)?node_modules\/(?:@[^/]+\/)?[^@/][^/]*/;
  const files = pathsIn(tree(name)).filter((path) => !/^node_modules\/@heliograph\/[^/]+$/.test(path));
  return [...new Set(files.flatMap((path) => place.exec(path)?.[0] ?? []))].sort();
}

/** The same according to npm, which inspects installed packages. It always lists optional packages, but marks them. */
function installedByNpm(workspace: string): string[] {
  const productionOnly = ['--omit=dev', '--include=prod'];
  const listed = execFileSync(
    'npm',
    ['ls', '--all', '--parseable', ...productionOnly, '--workspace', workspace],
    {
      cwd: repository,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  return listed
    .split('\n')
    .map((path) => relative(repository, path))
    .filter((path) => path.includes('node_modules/') && !path.startsWith('node_modules/@heliograph/'))
    .filter((path) => !lockfile.packages[path]?.optional)
    .sort();
}

/** Packages that only compilers read, and their dependencies. */
const FOR_COMPILERS = /(^|\/)node_modules\/(@types\/[^/]+|typescript|undici-types)$/;

it.each(['dashboard', 'embedding', 'indexer', 'admin'])('%s contains what npm calls production', (name) => {
  const expected = installedByNpm(programs.get(name)!).filter((path) => !FOR_COMPILERS.test(path));
  expect(expected.length).toBeGreaterThan(50);
  expect(installedIn(name)).toEqual(expected);
});

const RUNTIME = 'node_modules/onnxruntime-node/bin/napi-v6';
const compiled = (platform: string) =>
  ['libonnxruntime.so.1', 'onnxruntime_binding.node'].map((file) => `${RUNTIME}/${platform}/${file}`);
const thisPlatform = `${process.platform}/${process.arch}`;

it("embedding contains the model with its dependencies, and only this platform's runtime", () => {
  const paths = pathsIn(tree('embedding'));
  for (const file of ['weights/all-minilm-l6-v2-q.onnx', 'weights/tokenizer.json', 'LICENSE', 'NOTICE'])
    expect(paths).toContain(`packages/model-all-minilm-l6-v2/${file}`);
  const found = paths.filter((path) => path.startsWith(RUNTIME));
  if (process.platform === 'linux') expect(found).toEqual(compiled(thisPlatform));
  else for (const path of found) expect(path).toContain(`/${thisPlatform}/`);
});

it.each([
  ['amd64', 'x64'],
  ['arm64', 'arm64'],
])("contains the model's runtime for %s when built for it", (target, arch) => {
  const other = join(directory, `embedding-${target}`);
  runScript('scripts/production-tree.mjs', ['embedding', other], { TARGETARCH: target });
  const found = pathsIn(other).filter((path) => path.startsWith(RUNTIME));
  if (process.platform === 'linux') expect(found).toEqual(compiled(`linux/${arch}`));
  rmSync(other, { recursive: true, force: true });
});

it.each(names)('%s contains no sources, tests, tools, or platform-specific programs', (name) => {
  const paths = pathsIn(tree(name)).filter((path) => name !== 'embedding' || !path.startsWith(RUNTIME));
  const unwanted = /\.(ts|mts|cts|tsx|map|tsbuildinfo|node|so|dylib|exe|dll)$|(^|\/)\.env|\.test\.js$/;
  expect(paths.filter((path) => unwanted.test(path))).toEqual([]);
  expect(paths.filter((path) => /(^|\/)(\.bin|\.git|\.github|\.turbo)\//.test(path))).toEqual([]);
  expect(paths.filter((path) => path.startsWith('tools/testing/'))).toEqual([]);
  const tools = ['typescript', 'turbo', 'jest', 'eslint', 'vite', 'react', 'testcontainers', '@swc/core'];
  expect(tools.filter((tool) => paths.includes(`node_modules/${tool}/package.json`))).toEqual([]);
});

it.each(names)("%s contains one program and its own schemas' migrations", (name) => {
  const paths = pathsIn(tree(name));
  const workspace = programs.get(name)!;
  expect(new Set(paths.flatMap((path) => /^services\/[^/]+/.exec(path)?.[0] ?? []))).toEqual(
    new Set(workspace.startsWith('services/') ? [workspace] : []),
  );
  expect(paths).toContain(`${workspace}/dist/main.js`);
  const migrations = pathsIn(join(repository, workspace)).filter((path) => /^src\/.*\.sql$/.test(path));
  expect(paths.filter((path) => path.startsWith(`${workspace}/src/`))).toEqual(
    migrations.map((path) => `${workspace}/${path}`),
  );
});

it.each(names)('%s has links only to its own contents, and read-only files', (name) => {
  for (const path of pathsIn(tree(name))) {
    const file = join(tree(name), path);
    const status = lstatSync(file);
    if (status.isSymbolicLink()) {
      const target = resolve(dirname(file), readlinkSync(file));
      expect(relative(tree(name), target)).toMatch(/^(packages|services|proto)/);
      expect(lstatSync(join(target, 'package.json')).isFile()).toBe(true);
    } else {
      expect(status.mode & 0o022).toBe(0);
      expect(status.mode & 0o444).toBe(0o444);
    }
  }
});

interface Description {
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

it.each(names)('%s contains no unused package', (name) => {
  const paths = pathsIn(tree(name));
  const read = (path: string) => readFileSync(join(tree(name), path), 'utf8');
  const isOurs = (path: string) => !/(^|\/)node_modules\//.test(path);
  const code = paths.filter((path) => isOurs(path) && path.endsWith('.js')).map(read);
  const imported = new Set(
    code
      .flatMap((text) => [...text.matchAll(/["']((?:@[\w.-]+\/)?[\w.-]+)[^"'\n]*["']/g)])
      .map(([, found]) => found),
  );
  const needed = installedIn(name).flatMap((location) => {
    const { dependencies = {}, peerDependencies = {} } = JSON.parse(
      read(`${location}/package.json`),
    ) as Description;
    return Object.keys({ ...dependencies, ...peerDependencies });
  });
  const used = new Set([...imported, ...needed]);
  const place = /^(?:.+\/)?node_modules\/((?:@[^/]+\/)?[^/]+)$/;
  const unused = installedIn(name).filter((location) => !used.has(place.exec(location)?.[1] ?? ''));
  expect(unused).toEqual([]);
});

it('includes what each license requires', () => {
  for (const name of names) expect(pathsIn(tree(name))).toContain('LICENSE');
  const hasLicense = (location: string) =>
    pathsIn(join(tree('dashboard'), location)).some((path) => /^(licen[cs]e|notice|copying)/i.test(path));
  const inRepository = (location: string) =>
    pathsIn(join(repository, location)).some((path) => /^(licen[cs]e|notice|copying)/i.test(path));
  for (const location of installedIn('dashboard'))
    expect([location, hasLicense(location)]).toEqual([location, inRepository(location)]);
});

it('is reproducible, with the given time', () => {
  const seconds = 1_700_000_000;
  const [first, second] = ['first', 'second'].map((copy) => join(directory, '..', `${copy}-${process.pid}`));
  try {
    for (const copy of [first!, second!])
      runScript('scripts/production-tree.mjs', ['company', copy], { SOURCE_DATE_EPOCH: String(seconds) });
    expect(contentsOf(second!)).toEqual(contentsOf(first!));
    const times = pathsIn(first!).map((path) => lstatSync(join(first!, path)).mtimeMs / 1000);
    expect(new Set([...times, lstatSync(first!).mtimeMs / 1000])).toEqual(new Set([seconds]));
  } finally {
    for (const copy of [first!, second!]) rmSync(copy, { recursive: true, force: true });
  }
});
