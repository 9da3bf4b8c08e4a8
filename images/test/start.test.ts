import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseRole } from '@heliograph/postgres';
import { freePort, startUnmigratedDatabase, waitFor, type TestDatabase } from '@heliograph/testing';
import { openDatabaseProxy, type DatabaseProxy } from './support/database-proxy';
import { environments, SERVICES_WITH_THREADS, startOrder } from './support/environments';
import { imageUser, runProgram, startProgram, type StartedProgram } from './support/program';
import { programs, runScript } from './support/repository';
import { sizeOf } from './support/tree';

// Each program runs from a directory with its image's contents, outside the repository, and may read nothing else: see
// support/program.ts. They are connected to each other, and gateway and dashboard become ready only when they reach the
// others.

let directory: string;
let database: TestDatabase;
let proxy: DatabaseProxy;
let variables: Record<string, Record<string, string>>;
const started: StartedProgram[] = [];
const running: Partial<Record<string, StartedProgram>> = {};

const volume = (name: string) => join(directory, name);
const optionsOf = (name: string) => ({
  tree: join(directory, 'trees', name),
  entry: `${programs.get(name)}/dist/main.js`,
  variables: variables[name]!,
  volumes: [volume('sockets'), volume('data')],
  hasThreads: SERVICES_WITH_THREADS.has(name),
  hasAddons: name === 'embedding',
});
const admin = (args: readonly string[], environment: Record<string, string>) =>
  runProgram({
    tree: join(directory, 'trees/admin'),
    entry: `${programs.get('admin')}/dist/main.js`,
    args,
    variables: environment,
  });

beforeAll(async () => {
  // The path is short, as sockets require, and accessible to the images' user.
  directory = realpathSync(mkdtempSync(join(tmpdir(), 'images-')));
  chmodSync(directory, 0o755);
  runScript('scripts/production-tree.mjs', ['--all', join(directory, 'trees')]);
  for (const name of ['sockets', 'data']) {
    mkdirSync(volume(name));
    if (imageUser !== undefined) chownSync(volume(name), imageUser, imageUser);
  }
  database = await startUnmigratedDatabase();
  proxy = await openDatabaseProxy(database.adminConnectionString);
  const databaseUrl = (role: DatabaseRole) => proxy.through(database.connectionString(role));
  variables = environments(databaseUrl, volume('sockets'), volume('data'), await freePort());
});

afterAll(async () => {
  const ends = await Promise.all(started.map((program) => program.stop()));
  proxy?.close();
  await database?.stop();
  // For the tables in docs/operations/images.md.
  const { IMAGE_FIGURES } = process.env;
  if (IMAGE_FIGURES) writeFileSync(IMAGE_FIGURES, JSON.stringify(figures(), undefined, 2));
  rmSync(directory, { recursive: true, force: true });
  for (const end of ends) expect(end).toEqual({ status: 0, output: '' });
});

function figures(): Record<string, { megabytes: number; readyAfterMs?: number; processorMs?: number }> {
  const row = (name: string) => ({
    megabytes: Math.round(sizeOf(join(directory, 'trees', name)) / 1e5) / 10,
    readyAfterMs: running[name] && Math.round(running[name].readyAfterMs),
    processorMs: running[name]?.processorMs,
  });
  return Object.fromEntries([...programs.keys()].map((name) => [name, row(name)]));
}

it('starts every program that has an image', () => {
  expect([...startOrder, 'admin'].sort()).toEqual([...programs.keys()]);
});

it("checks each program's configuration", async () => {
  for (const name of startOrder) {
    const { status, output } = await runProgram({ ...optionsOf(name), args: ['--validate-config'] });
    expect([status, output]).toEqual([0, `${name}: configuration is valid\n`]);
  }
});

it('refuses an incomplete configuration', async () => {
  const { status, output } = await runProgram({ ...optionsOf('company'), variables: {} });
  expect(status).toBe(2);
  expect(output).toContain('company: CALLER_PUBLIC_KEYS');
});

it('migrates the catalog from the image of the operators’ command', async () => {
  const result = await admin(['migrate', '--json'], {
    DATABASE_URL: proxy.through(database.adminConnectionString),
    DATABASE_URL_CATALOG: proxy.through(database.connectionString('catalog')),
  });
  expect(result.output).toContain('0001_catalog');
  expect(result.status).toBe(0);
});

it.each(startOrder)('%s becomes ready with nothing but its tree', async (name) => {
  const program = await startProgram(optionsOf(name));
  running[name] = program;
  started.push(program);
});

it('the vector index has its files in its volume', async () => {
  await waitFor(() => readdirSync(volume('data')).length > 0, { description: 'files of the vector index' });
});

it('denies a program what is not in its image', async () => {
  const options = optionsOf('company');
  const probe = (code: string) => runProgram({ ...options, entry: '--eval', args: [code] });
  const reading = await probe(`require('node:fs').readFileSync(${JSON.stringify(__filename)})`);
  expect(reading.output).toContain('ERR_ACCESS_DENIED');
  const writing = await probe(`require('node:fs').writeFileSync('new', '')`);
  expect(writing.output).toContain('ERR_ACCESS_DENIED');
  const shell = await probe(`require('node:child_process').execSync('true')`);
  expect(shell.output).toContain('ERR_ACCESS_DENIED');
});
