import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, startTimeOf } from '@heliograph/runtime';
import { waitFor } from '@heliograph/testing';
import { LogFiles } from '../src/home/log-files';
import { launchService } from '../src/supervision/service-process';
import { Supervisor } from '../src/supervision/supervisor';

const logger = createLogger({ service: 'test', level: 'fatal' });
const program = join(__dirname, 'programs/service.cjs');
let directory: string;
let supervisor: Supervisor;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'supervisor-'));
});

afterEach(async () => {
  supervisor.kill();
  await supervisor.stop();
  rmSync(directory, { recursive: true });
});

const historyFile = () => join(directory, 'history');

function history(): string[] {
  return existsSync(historyFile()) ? readFileSync(historyFile(), 'utf8').trim().split('\n') : [];
}

function lastPid(): number {
  return Number(
    history()
      .findLast((line) => line.startsWith('start'))
      ?.split(' ')[1],
  );
}

const isAlive = (pid: number) => startTimeOf(pid) !== undefined;

function supervise(
  behavior: string,
  limits: Partial<
    Record<'readyTimeoutMs' | 'stopTimeoutMs' | 'heapMegabytes' | 'youngMegabytes', number>
  > = {},
): Supervisor {
  supervisor = new Supervisor(
    'test',
    (signal) =>
      launchService(
        {
          name: 'test',
          program,
          environment: { BEHAVIOR: behavior, HISTORY: historyFile() },
          logs: new LogFiles(directory),
          niceness: 0,
          heapMegabytes: limits.heapMegabytes,
          youngMegabytes: limits.youngMegabytes,
          readyTimeoutMs: limits.readyTimeoutMs ?? 10_000,
          stopTimeoutMs: limits.stopTimeoutMs ?? 10_000,
        },
        signal,
      ),
    logger,
  );
  return supervisor;
}

it('restarts a program that dies, repeatedly', async () => {
  await supervise('is sound').start();
  for (let round = 1; round <= 3; round += 1) {
    process.kill(lastPid(), 'SIGKILL');
    await waitFor(() => history().length === round + 1 && isAlive(lastPid()));
  }
});

it('gives a program its configured heap', async () => {
  await supervise('says its options', { heapMegabytes: 64, youngMegabytes: 16 }).start();
  expect(history()[1]).toContain('--initial-old-space-size=64');
  expect(history()[1]).toContain('--max-semi-space-size=16');
});

it('stops a program with SIGTERM and does not restart it', async () => {
  await supervise('is sound').start();
  const pid = lastPid();
  await supervisor.stop();
  await supervisor.stop();
  expect(history()).toEqual([`start ${pid}`, `stop ${pid}`]);
  expect(isAlive(pid)).toBe(false);
});

it('kills a program that does not stop in time', async () => {
  await supervise('ignores SIGTERM', { stopTimeoutMs: 100 }).start();
  const pid = lastPid();
  await supervisor.stop();
  expect(isAlive(pid)).toBe(false);
});

it('retries a failed start', async () => {
  await supervise('fails once').start();
  expect(history()).toHaveLength(2);
});

it("gives up on a first start that keeps failing, with the reason and the log's location", async () => {
  await expect(supervise('fails').start()).rejects.toThrow(
    `the test service did not start (exit status 1): test: start failed: no such thing; its log is ${join(directory, 'test.log')}`,
  );
  expect(history()).toHaveLength(3);
});

it('gives up at once on an invalid configuration, naming every issue', async () => {
  await expect(supervise('bad configuration').start()).rejects.toThrow(
    'test: A is required but not set\ntest: B: must be a number',
  );
  expect(history()).toHaveLength(1);
});

it('gives up on a program that does not become ready, and ends it', async () => {
  await expect(supervise('never ready', { readyTimeoutMs: 3_000 }).start()).rejects.toThrow(
    `the test service did not start (not ready in time); its log is ${join(directory, 'test.log')}. If this machine is slow or busy, set START_TIMEOUT_MS (now 3000) higher`,
  );
  expect(isAlive(lastPid())).toBe(false);
  expect(history()).toHaveLength(1);
});

it('can be stopped before the program is ready', async () => {
  const starting = supervise('never ready')
    .start()
    .catch((error: Error) => error.message);
  const pid = await waitFor(() => lastPid() || undefined);
  await supervisor.stop();
  expect(await starting).toContain('stopped');
  expect(isAlive(pid)).toBe(false);
  expect(history()).toHaveLength(1);
});
