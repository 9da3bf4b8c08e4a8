import { freePort, testCallerVariables, waitFor } from '@heliograph/testing';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { importInto } from '../corpus';
import { round } from '../percentiles';
import { processorTimes } from '../processor-time';
import type { Report } from '../report';
import { BenchedSystem } from '../system';

const SEARCH = resolve(__dirname, '../../../../services/search/dist/main.js');
const TIMEOUT_MS = 600_000;
const ONCE_A_DAY = '86400000';
/** Late enough that the start's figures do not include the write. */
const WRITTEN_AFTER_MS = '3000';

/**
 * For one search process: time from start to ready when loading everything, the checkpoint that it then writes, and a
 * start from that checkpoint.
 */
export async function benchRestart(
  report: Report,
  options: { signals: number; database?: string; runs: number },
): Promise<void> {
  if (options.database !== undefined) return measureRuns(report, options.database, options.runs);
  const system = await BenchedSystem.start(['--empty'], {
    EMBEDDING_PROVIDER: 'none',
    CHECKPOINT_INTERVAL_MS: ONCE_A_DAY,
  });
  try {
    await importInto(system, { signals: options.signals });
    await measureRuns(report, await system.databaseUrl(), options.runs);
  } finally {
    await system.destroy();
  }
}

async function measureRuns(report: Report, databaseUrl: string, runs: number): Promise<void> {
  for (let run = 0; run < runs; run += 1) {
    const directory = await mkdtemp(join(tmpdir(), 'heliograph-restart-'));
    try {
      report.add({
        bench: 'restart',
        from: 'catalog',
        ...(await measureStart(databaseUrl, directory, true)),
      });
      report.add({
        bench: 'restart',
        from: 'checkpoint',
        ...(await measureStart(databaseUrl, directory, false)),
      });
    } finally {
      await rm(directory, { recursive: true });
    }
  }
}

async function measureStart(databaseUrl: string, directory: string, untilWritten: boolean) {
  const checkpoints = join(directory, 'checkpoints');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const started = performance.now();
  const child = spawn(process.execPath, [SEARCH], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...testCallerVariables,
      LOG_LEVEL: 'warn',
      METRICS_PORT: String(port),
      RPC_ADDRESS: `unix:${join(directory, 'search.sock')}`,
      DATABASE_URL: databaseUrl,
      CHECKPOINT_DIRECTORY: checkpoints,
      CHECKPOINT_INTERVAL_MS: WRITTEN_AFTER_MS,
    },
  });
  try {
    const until = (condition: () => Promise<boolean>) => waitFor(condition, { timeoutMs: TIMEOUT_MS });
    await until(() =>
      fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    const seconds = round((performance.now() - started) / 1000);
    const start = { seconds, ...(await usedBy(child)) };
    if (!untilWritten) return start;
    // Resets the longest pause, which is measured from the previous read.
    await longestPauseMs(url);
    const sizeOfCheckpoint = () =>
      stat(join(checkpoints, 'read-model.checkpoint')).then(
        ({ size }) => size,
        () => 0,
      );
    await until(async () => (await sizeOfCheckpoint()) > 0);
    const { cpuSeconds } = await usedBy(child);
    return {
      ...start,
      checkpointMegabytes: Math.round((await sizeOfCheckpoint()) / 1e6),
      writingCpuSeconds: round(cpuSeconds - start.cpuSeconds),
      writingPauseMs: await longestPauseMs(url),
      writingPeakMegabytes: (await usedBy(child)).peakMegabytes,
    };
  } finally {
    const ended = new Promise((done) => child.once('exit', done));
    if (child.kill()) await ended;
  }
}

async function usedBy({ pid }: ChildProcess): Promise<{ cpuSeconds: number; peakMegabytes: number }> {
  const times = await processorTimes(pid!);
  if (!times) throw new Error('the figures require Linux');
  const milliseconds = [...times.values()].reduce((sum, each) => sum + each, 0);
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kilobytes = Number(/^VmHWM:\s+(\d+)/m.exec(status)![1]);
  return { cpuSeconds: round(milliseconds / 1000), peakMegabytes: Math.round(kilobytes / 1024) };
}

/** The longest pause of the thread that answers requests. */
async function longestPauseMs(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return round(1000 * Number(/^heliograph_nodejs_eventloop_lag_max_seconds\S* (\S+)$/m.exec(text)![1]));
}
