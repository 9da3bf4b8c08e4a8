import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import {
  freePort,
  startUnmigratedDatabase,
  testCallerVariables,
  waitFor,
  type TestDatabase,
} from '@heliograph/testing';
import { repository } from './support/repository';

// The contents of the Dockerfile's target "development": the built repository. Sources are copied, because the test
// changes them.
const NOT_COPIED = new Set(['node_modules', 'dist', 'test', 'web', '.turbo']);
const CHANGED = 'services/identity/src/config.ts';

let directory: string;
let database: TestDatabase;
let port: number;
let child: ChildProcess;
let printed = '';
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'development-'));
  for (const part of ['packages', 'programs', 'services', 'tools'])
    cpSync(join(repository, part), join(directory, part), {
      recursive: true,
      filter: (source) => !NOT_COPIED.has(basename(source)),
    });
  symlinkSync(join(repository, 'node_modules'), join(directory, 'node_modules'));
  database = await startUnmigratedDatabase();
  port = await freePort();
});
afterAll(async () => {
  if (child?.exitCode === null) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  await database?.stop();
  rmSync(directory, { recursive: true, force: true });
});

const start = (program: string, args: string[], variables: Record<string, string>) =>
  spawn(process.execPath, [join(directory, 'tools/testing/programs/run-from-sources.cjs'), ...args], {
    cwd: directory,
    env: { PROGRAM: program, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

const isReady = () =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  );
/** Number of times the program started. */
const starts = () => printed.split('"serving"').length - 1;

it('migrates once and exits', async () => {
  const migration = start('identity', ['--migrate'], { DATABASE_URL: database.connectionString('identity') });
  expect(await once(migration, 'exit')).toEqual([0, null]);
});

it('runs a service from its sources, restarts when one is replaced, and stops when told to', async () => {
  child = start('identity', [], {
    RPC_ADDRESS: `unix:${directory}/identity.sock`,
    DATABASE_URL: database.connectionString('identity'),
    ...testCallerVariables,
    METRICS_PORT: String(port),
  });
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const options = (description: string) => ({ timeoutMs: 40_000, description });
  await waitFor(async () => starts() === 1 && (await isReady()), options('the program'));

  // Like tar: replaces the file with another one.
  const file = join(directory, CHANGED);
  writeFileSync(`${file}.new`, `${readFileSync(file, 'utf8')}\n// changed\n`);
  renameSync(`${file}.new`, file);
  await waitFor(async () => starts() === 2 && (await isReady()), options('the changed program'));

  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(await isReady()).toBe(false);
});
