import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Evidence } from '../check/evidence';
import type { FaultsReport } from './report';
import { reportText } from './report-text';

/** The observations that {@link findViolations} checks. */
export type History = Pick<Evidence, 'requests' | 'topUps' | 'entries' | 'receipts' | 'events'> & {
  /** When the load began, by the requests' clock. */
  beganAtMs: number;
};

/** Writes a run's files: a readable report, a JSON report, and the history for independent checks. */
export async function writeReport(directory: string, report: FaultsReport, history: History): Promise<void> {
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, 'report.txt'), `${reportText(report)}\n`);
  await writeFile(join(directory, 'report.json'), `${JSON.stringify(report, undefined, 1)}\n`);
  await pipeline(
    Readable.from(linesOf(report, history)),
    createGzip(),
    createWriteStream(join(directory, 'history.ndjson.gz')),
  );
}

/** Times of requests and faults are milliseconds since the load began. */
function* linesOf({ done }: FaultsReport, history: History): Generator<string> {
  for (const fault of done) yield lineOf('fault', fault);
  const since = (ms: number | undefined) => ms && Math.round(ms - history.beganAtMs);
  for (const { startedAtMs, endedAtMs, ...request } of history.requests)
    yield lineOf('request', { ...request, startedAtMs: since(startedAtMs), endedAtMs: since(endedAtMs) });
  for (const topUp of history.topUps) yield lineOf('topUp', topUp);
  for (const entry of history.entries) yield lineOf('entry', entry);
  for (const receipts of history.receipts.values())
    for (const receipt of receipts) yield lineOf('receipt', receipt);
  for (const { id, accountId } of history.events) yield lineOf('event', { id, accountId });
}

function lineOf(type: string, facts: object): string {
  const text = JSON.stringify({ type, ...facts }, (_name, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  return `${text}\n`;
}
