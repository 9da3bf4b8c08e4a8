import fs, { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { InterruptedError } from '../failure';
import { withFileLock } from './file-lock';

let directory: string;
let path: string;
const options = { timeoutMs: 10_000, refusal: 'Busy.', signal: new AbortController().signal };

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'signals-lock-'));
  path = join(directory, 'lock');
});

afterEach(() => rmSync(directory, { recursive: true }));

const holder = (pid: number, host = hostname()) => JSON.stringify({ pid, host, token: 'other' });

it('admits one holder at a time', async () => {
  let inside = 0;
  let most = 0;
  const results = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      withFileLock(path, options, async () => {
        inside += 1;
        most = Math.max(most, inside);
        await new Promise((resolve) => setImmediate(resolve));
        inside -= 1;
        return index;
      }),
    ),
  );
  expect(results).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(most).toBe(1);
  expect(readdirSync(directory)).toEqual([]);
});

it('is released when the action fails', async () => {
  await expect(withFileLock(path, options, () => Promise.reject(new Error('failed')))).rejects.toThrow(
    'failed',
  );
  expect(await withFileLock(path, options, () => Promise.resolve(1))).toBe(1);
});

it("takes over a dead process's lock, whatever its content", async () => {
  // Above the highest process id on Linux.
  writeFileSync(path, holder(4_194_305));
  expect(await withFileLock(path, options, () => Promise.resolve(1))).toBe(1);
  writeFileSync(path, 'half a li');
  utimesSync(path, 0, 0);
  expect(await withFileLock(path, options, () => Promise.resolve(2))).toBe(2);
});

it('waits for a live process, here or on another machine, and says where the lock is', async () => {
  for (const content of [holder(process.pid), holder(4_194_305, 'another-machine')]) {
    writeFileSync(path, content);
    await expect(
      withFileLock(path, { ...options, timeoutMs: 100 }, () => Promise.resolve()),
    ).rejects.toMatchObject({
      code: 'locked',
      remedy: expect.stringContaining(path) as string,
    });
    rmSync(path);
  }
});

it('never goes stale while its holder is working, however long', async () => {
  jest.useFakeTimers();
  try {
    await withFileLock(path, options, async () => {
      utimesSync(path, 0, 0);
      await jest.advanceTimersByTimeAsync(10_000);
      expect(statSync(path).mtimeMs).toBeGreaterThan(0);
    });
    expect(jest.getTimerCount()).toBe(0);
  } finally {
    jest.useRealTimers();
  }
});

it('works on a file system without hard links', async () => {
  jest.spyOn(fs, 'linkSync').mockImplementation(() => {
    throw Object.assign(new Error('no links'), { code: 'EPERM' });
  });
  try {
    await withFileLock(path, options, async () => {
      const other = withFileLock(path, { ...options, timeoutMs: 0 }, () => Promise.resolve());
      await expect(other).rejects.toMatchObject({ code: 'locked', message: 'Busy.' });
    });
    expect(readdirSync(directory)).toEqual([]);
  } finally {
    jest.restoreAllMocks();
  }
});

it('stops waiting on Ctrl-C', async () => {
  writeFileSync(path, holder(process.pid));
  const interruption = new AbortController();
  const waiting = withFileLock(path, { ...options, signal: interruption.signal }, () => Promise.resolve());
  interruption.abort(new InterruptedError());
  await expect(waiting).rejects.toThrow(InterruptedError);
  expect(readdirSync(directory)).toEqual(['lock']);
});
