import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { readFaults, type Fault } from '../src/fault';

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

it('every fault is one sentence, changes one file, and names tests and workspaces that there are', async () => {
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
