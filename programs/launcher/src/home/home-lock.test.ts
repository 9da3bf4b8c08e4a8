import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTimeOf } from '@heliograph/runtime';
import { lockHome } from './home-lock';

let directory: string;
let lockFile: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'lock-'));
  lockFile = join(directory, 'lock.json');
});

afterEach(() => rmSync(directory, { recursive: true }));

it('is held once until released, and leaves nothing behind', () => {
  const unlock = lockHome(lockFile, directory);
  expect(() => lockHome(lockFile, directory)).toThrow(
    `already running: process ${process.pid} has ${directory}`,
  );
  unlock();
  lockHome(lockFile, directory)();
  expect(readdirSync(directory)).toEqual([]);
});

it.each([
  ['whose id belongs to another process now', { pid: process.pid, startTime: 'another boot 1' }],
  ['that is gone', { pid: 2 ** 22 + 1, startTime: startTimeOf(process.pid) }],
])('is taken over from a process %s', (_, owner) => {
  writeFileSync(lockFile, JSON.stringify(owner));
  lockHome(lockFile, directory)();
  expect(readdirSync(directory)).toEqual([]);
});

it('is taken over when the machine died while writing it', () => {
  writeFileSync(lockFile, '');
  expect(lockHome(lockFile, directory)).toBeInstanceOf(Function);
});

it('is not released for another holder', () => {
  const unlock = lockHome(lockFile, directory);
  const other = JSON.stringify({ pid: process.ppid, startTime: startTimeOf(process.ppid) });
  writeFileSync(lockFile, other);
  unlock();
  expect(() => lockHome(lockFile, directory)).toThrow(`process ${process.ppid}`);
});
