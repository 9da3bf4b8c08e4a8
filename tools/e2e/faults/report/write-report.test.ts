import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { FaultsReport } from './report';
import { writeReport } from './write-report';

it('writes the history as lines of JSON, with times since the load began', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'report-'));
  const done = [{ number: 1, kind: 'kill-ledger', struckAtMs: 5, healedAtMs: 9, note: '' }];
  const report = {
    done,
    violations: [],
    faults: [],
    requests: { retries: {}, answerSeconds: {} },
    events: {},
    charges: {},
    metering: {},
    webhooks: {},
  } as unknown as FaultsReport;
  await writeReport(join(directory, 'made'), report, {
    beganAtMs: 1_000,
    requests: [
      {
        id: 'r',
        accountId: 'a',
        credentialId: 'k',
        operation: 'search',
        pathAndQuery: '/',
        startedAtMs: 1_010.4,
        endedAtMs: undefined,
      },
    ],
    topUps: [{ accountId: 'a', reference: 'i', micros: 7n, isConfirmed: true }],
    entries: [],
    receipts: new Map([['a', []]]),
    events: [],
  });
  const read = (name: string) => readFile(join(directory, 'made', name));
  const lines = gunzipSync(await read('history.ndjson.gz'))
    .toString()
    .trimEnd()
    .split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    { type: 'fault', ...done[0] },
    expect.objectContaining({ type: 'request', id: 'r', startedAtMs: 10 }),
    { type: 'topUp', accountId: 'a', reference: 'i', micros: '7', isConfirmed: true },
  ]);
  expect(JSON.parse((await read('report.json')).toString())).toMatchObject({ done });
  expect((await read('report.txt')).toString()).toContain('Nothing lost, nothing doubled.');
  await rm(directory, { recursive: true });
});
