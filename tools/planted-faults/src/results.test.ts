import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Fault } from './fault';
import { reportOf } from './report';
import { Results, type FaultResult } from './results';

const fault = (name: string, digest = 'd'): Fault => ({
  name,
  digest,
  file: `${name}.patch`,
  sentence: 'It does wrong.',
  tests: [],
  builds: [],
});
const resultOf = (name: string, isFound = true): FaultResult => ({
  name,
  digest: 'd',
  isFound,
  foundBy: isFound ? 'named' : undefined,
  failures: [],
  seconds: 1,
});

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'heliograph-results-'));
});
afterEach(() => rm(directory, { recursive: true }));

it('restores results only for the same commit and patch', async () => {
  const file = join(directory, 'in', 'results.json');
  const results = await Results.open(file, 'commit-1');
  await results.add(resultOf('one'));
  await results.add(resultOf('two', false));
  const again = await Results.open(file, 'commit-1');
  expect(again.of(fault('one'))).toEqual(resultOf('one'));
  expect(again.of(fault('two'))?.isFound).toBe(false);
  expect(again.of(fault('one', 'changed'))).toBeUndefined();
  expect((await Results.open(file, 'commit-2')).of(fault('one'))).toBeUndefined();
  expect(await readdir(join(directory, 'in'))).toEqual(['results.json']);
});

it.each([
  [48, 50, true],
  [47, 50, false],
  [80, 83, true],
  [79, 83, false],
  [1, 1, true],
  [0, 1, false],
])('%d of %d found: passed %s', (found, total, passed) => {
  const results = Array.from({ length: total }, (_, index) => resultOf(String(index), index < found));
  expect(reportOf('commit', results)).toMatchObject({ found, total, passed });
});
