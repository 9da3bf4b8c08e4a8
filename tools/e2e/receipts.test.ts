import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Heliograph, type Receipt } from '@heliograph/sdk';
import type { ApiClient } from './support/api-client';
import { ROOT, run, type RunningSystem } from './support/running-system';
import { sharedSystem } from './support/shared-system';

let system: RunningSystem;
let client: ApiClient;
let home: string;

beforeAll(async () => {
  system = await sharedSystem();
  client = await system.newClient({ scopes: 'signals:read,companies:read' });
  home = mkdtempSync(join(tmpdir(), 'receipts-'));
});

afterAll(() => rmSync(home, { recursive: true, force: true }));

const signals = (...args: string[]) =>
  run(process.execPath, [resolve(ROOT, 'programs/cli/bin/signals.js'), ...args], {
    PATH: process.env.PATH,
    HOME: home,
    SIGNALS_API_URL: system.url,
    SIGNALS_API_KEY: client.key,
  });

const month = new Date().toISOString().slice(0, 7);
const file = (name: string) => join(home, name);

it('chain every charge; the monthly statement matches, and any change is detected', async () => {
  const heliograph = new Heliograph({ baseUrl: system.url, apiKey: client.key });
  const said: (string | undefined)[] = [];
  const answered = await fetch(`${system.url}/api/v1/signals?limit=2`, {
    headers: { authorization: `Bearer ${client.key}`, 'accept-encoding': 'identity' },
  });
  const body = Buffer.from(await answered.arrayBuffer());
  said.push(answered.headers.get('x-receipt') ?? undefined);
  said.push((await heliograph.signals.search({ limit: 3 })).meta.receipt);
  said.push((await heliograph.signals.count({ q: 'robots' })).meta.receipt);

  const printed = await signals('receipts', '--month', month, '--jsonl');
  expect(printed.status).toBe(0);
  const receipts = printed.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Receipt);
  expect(receipts.map(({ sequence, records }) => ({ sequence, records }))).toEqual([
    { sequence: 1, records: 2 },
    { sequence: 2, records: 3 },
    { sequence: 3, records: 0 },
  ]);
  expect(said.map((receipt) => Number(receipt?.split('.')[0]))).toEqual([1, 2, 3]);
  expect(receipts[0]!.answerSha256).toBe(createHash('sha256').update(body).digest('hex'));
  expect(receipts.slice(1).map(({ previous }) => previous)).toEqual(
    said.slice(0, 2).map((receipt) => receipt!.split('.')[1]),
  );
  const { usage } = await heliograph.usage();
  expect(usage.records).toBe(receipts.reduce((sum, { records }) => sum + records, 0));

  const statement = await signals('statement', '--month', month);
  const asJson = await signals('statement', '--month', month, '--json');
  expect(JSON.parse(asJson.stdout)).toEqual({
    month,
    statement: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) as string,
  });
  writeFileSync(file('month.jws'), statement.stdout);
  writeFileSync(file('receipts.ndjson'), printed.stdout);
  const verified = await signals(
    'verify',
    file('month.jws'),
    '--receipts',
    file('receipts.ndjson'),
    '--json',
  );
  expect({ status: verified.status, stderr: verified.stderr }).toEqual({ status: 0, stderr: '' });
  expect(JSON.parse(verified.stdout)).toMatchObject({
    verified: true,
    receiptsVerified: true,
    month,
    totals: { requests: 3, records: 5, amountMicros: 0 },
  });

  const tampered: [string, (lines: Receipt[]) => Receipt[], RegExp][] = [
    ['a record', ([one, ...others]) => [{ ...one!, records: 1 }, ...others], /receipt 1: its hash/],
    ['order', ([one, two, three]) => [two!, one!, three!], /order: receipt 1 after 2/],
    [
      'an amount',
      (all) => [...all.slice(0, 2), { ...all[2]!, amountMicros: 5 }],
      /last: 3\..*amountMicros: 5, stated 0/,
    ],
    ['the head', (all) => all.slice(0, 2), /last: 2\..*requests: 2, stated 3/],
    ['the beginning', (all) => all.slice(1), /first: 2\./],
  ];
  for (const [what, change, difference] of tampered) {
    const changed = change(receipts.map((receipt) => ({ ...receipt })));
    writeFileSync(file('changed.ndjson'), changed.map((receipt) => JSON.stringify(receipt)).join('\n'));
    const { status, stderr } = await signals(
      'verify',
      file('month.jws'),
      '--receipts',
      file('changed.ndjson'),
    );
    expect({ what, status, stderr }).toEqual({
      what,
      status: 1,
      stderr: expect.stringMatching(difference) as string,
    });
  }

  const [header, payload, signature] = readFileSync(file('month.jws'), 'utf8').trim().split('.') as [
    string,
    string,
    string,
  ];
  const stated = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { totals: { records: number } };
  stated.totals.records += 1;
  const forged = Buffer.from(JSON.stringify(stated)).toString('base64url');
  writeFileSync(file('forged.jws'), `${header}.${forged}.${signature}`);
  const refused = await signals('verify', file('forged.jws'));
  expect(refused).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('signature: invalid') as string,
  });
});

it('can be checked offline with saved keys', async () => {
  writeFileSync(file('keys.json'), await (await fetch(`${system.url}/.well-known/jwks.json`)).text());
  const { status, stdout } = await run(
    process.execPath,
    [
      resolve(ROOT, 'programs/cli/bin/signals.js'),
      'verify',
      file('month.jws'),
      '--keys',
      file('keys.json'),
      '--json',
    ],
    { PATH: process.env.PATH, HOME: home, SIGNALS_API_URL: 'http://127.0.0.1:9' },
  );
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ verified: true, receiptsVerified: false });
});
