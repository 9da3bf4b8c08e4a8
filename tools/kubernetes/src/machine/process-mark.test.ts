import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { markedProcess, writeProcessMark } from './process-mark';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'heliograph-mark-'));
});
afterEach(() => rm(directory, { recursive: true }));

it('identifies a process until it ends, but not another one with the same id', async () => {
  const file = join(directory, 'pid');
  const child = spawn('sleep', ['60']);
  await writeProcessMark(file, child.pid!);
  expect(markedProcess(file)).toBe(child.pid);
  const mark = await readFile(file, 'utf8');
  await writeFile(
    join(directory, 'other'),
    mark.replace(/\d+$/, (start) => `${Number(start) - 1}`),
  );
  expect(markedProcess(join(directory, 'other'))).toBeUndefined();
  child.kill('SIGKILL');
  await once(child, 'close');
  expect(markedProcess(file)).toBeUndefined();
  await writeProcessMark(file, child.pid!);
  expect(markedProcess(file)).toBeUndefined();
});

it('finds no process without a mark', () => {
  expect(markedProcess(join(directory, 'none'))).toBeUndefined();
});
