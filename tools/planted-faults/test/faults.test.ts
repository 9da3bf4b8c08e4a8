import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { readFaults, type Fault } from '../src/fault';
import { supersededBy, type Migration } from './support/superseded';

const ROOT = resolve(__dirname, '../../..');

let faults: Fault[];
beforeAll(async () => {
  faults = await readFaults(join(__dirname, '../faults'));
});

it('every fault still applies', async () => {
  expect(faults.length).toBeGreaterThanOrEqual(50);
  const applies = async ({ name, file }: Fault) => {
    try {
      await promisify(execFile)('git', ['apply', '--check', file], { cwd: ROOT });
      return [];
    } catch (error) {
      return [`${name}: ${(error as { stderr: string }).stderr}`];
    }
  };
  expect((await Promise.all(faults.map(applies))).flat()).toEqual([]);
});

it('every fault is one sentence, changes one file, and names existing tests and workspaces', async () => {
  for (const { name, file, sentence, tests, builds } of faults) {
    const { stdout } = await promisify(execFile)('git', ['apply', '--numstat', file], { cwd: ROOT });
    expect([name, stdout.trim().split('\n')]).toEqual([name, [expect.stringMatching(/^\d+\t\d+\t\S+$/)]]);
    for (const test of tests) expect([name, test]).toEqual([name, expect.stringMatching(/\.test\.ts$/)]);
    expect(sentence).toMatch(/^[A-Z].*\.$/);
    const missing = [...tests, ...builds.map((workspace) => join(workspace, 'tsconfig.json'))].filter(
      (path) => !existsSync(join(ROOT, path)),
    );
    expect({ name, missing }).toEqual({ name, missing: [] });
  }
});

it('no fault is in a function that a later migration replaces', async () => {
  const superseded = await Promise.all(
    faults.map(async ({ name, file }) => {
      const patch = await readFile(file, 'utf8');
      const path = /^\+\+\+ b\/(.+\.sql)$/m.exec(patch)?.[1];
      return path === undefined
        ? []
        : supersededBy(patch, await migrationsBeside(path)).map((what) => `${name}: ${what}`);
    }),
  );
  expect(superseded.flat()).toEqual([]);
});

async function migrationsBeside(path: string): Promise<Migration[]> {
  const files = await readdir(join(ROOT, dirname(path)));
  return Promise.all(
    files.map(async (name) => {
      const beside = join(dirname(path), name);
      return { path: beside, text: await readFile(join(ROOT, beside), 'utf8') };
    }),
  );
}
