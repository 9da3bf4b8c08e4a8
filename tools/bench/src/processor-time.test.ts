import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { millisecondsOf, nameOf, processorTimes, usedBetween } from './processor-time';

test('identifies a program by its command line', () => {
  expect(nameOf('/usr/bin/node\0--max-semi-space-size=32\0/srv/services/gateway/dist/main.js\0')).toBe(
    'gateway',
  );
  expect(nameOf('postgres: heliograph: heliograph_ledger [local] idle')).toBe('postgresql');
  expect(nameOf('/x/native/bin/postgres\0-D\0/proc/self/cwd\0')).toBe('postgresql');
  expect(nameOf('/usr/bin/node\0/srv/scripts/start.mjs\0')).toBe('others');
});

test("reads user and system time whatever the program's name contains", () => {
  const fields = ['S', ...Array.from({ length: 10 }, () => '1'), '250', '50', '30', '20', '7'];
  expect(millisecondsOf(`12 (a) (b c) ${fields.join(' ')}`)).toBe(3_500);
});

test('reports the difference in use, never below zero', () => {
  const before = new Map(Object.entries({ search: 100, postgresql: 900 }));
  const after = new Map(Object.entries({ search: 150, postgresql: 800, ledger: 10 }));
  expect(usedBetween(before, after)).toEqual({ sum: 60, search: 50, postgresql: 0, ledger: 10 });
  expect(usedBetween(undefined, after)).toBeUndefined();
});

const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux('the time of a child is not lost when it ends', async () => {
  const before = await processorTimes(process.pid);
  const program = 'while (process.cpuUsage().user < 300_000) JSON.stringify(process.env)';
  await promisify(execFile)(process.execPath, ['-e', program]);
  expect(usedBetween(before, await processorTimes(process.pid))!.sum).toBeGreaterThanOrEqual(280);
});

onLinux('the time of this process grows with what it does', async () => {
  const before = await processorTimes(process.pid);
  const began = process.cpuUsage();
  while (process.cpuUsage(began).user < 100_000) JSON.stringify(process.env);
  expect(usedBetween(before, await processorTimes(process.pid))!.sum).toBeGreaterThanOrEqual(80);
});
