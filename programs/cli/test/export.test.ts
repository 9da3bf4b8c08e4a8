import { waitFor } from '@heliograph/testing';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { problem, signalOf } from './support/interface-responses';
import { userForEach } from './support/program';

const SIGNALS = 260;

const { server, user } = userForEach({ isLoggedIn: true });
beforeEach(() => {
  server.signals = Array.from({ length: SIGNALS }, (_, index) => signalOf(index + 1));
});

const inHome = (name: string) => join(user.home, name);
const exportTo = (name: string, ...flags: string[]) => [
  'export',
  'robots',
  '--output',
  inHome(name),
  ...flags,
];
const leftovers = (name: string) =>
  ['.part', '.export.part', '.export.json', '.export.new'].filter((end) => existsSync(inHome(name + end)));
const pages = () => server.seenOf('/signals').filter(({ query }) => !query.has('countOnly'));

const estimate = ['export', 'robots', '--estimate', '--json'];

it('shows the cost for free, without writing a file', async () => {
  server.recordsLeft = 2_440;
  const { status, stdout } = await user.runHere(estimate);
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toEqual({ matched: 260, records: 260, atMostUsd: '1.300', recordsLeft: 2_440 });
  expect(pages()).toEqual([]);
});

const priceWith = async (apiKey?: string) => {
  const variables = apiKey === undefined ? undefined : { SIGNALS_API_KEY: apiKey };
  return (JSON.parse((await user.runHere(estimate, variables)).stdout) as { atMostUsd: string }).atMostUsd;
};

it('shows a price only if the balance can pay', async () => {
  // Logins have 490 free records, and API keys have 100.
  server.recordsLeft = 490;
  expect(await priceWith()).toBe('0.000');
  expect(await priceWith(server.apiKey)).toBe('1.300');
  server.recordsLeft = 100;
  expect(await priceWith(server.apiKey)).toBe('0.000');
  server.recordsLeft = 10_000;
  server.apiKey = server.apiKey.replace('live', 'test');
  expect(await priceWith(server.apiKey)).toBe('0.000');
  const semantic = [...estimate, '--semantic', 'robots', '--max-records', '9'];
  expect((await user.runHere(semantic)).stdout).toContain('"atMostUsd":"0.045"');
  const { stderr } = await user.runHere(exportTo('robots.csv'));
  expect(stderr).toContain('260 records, at most $1.300 from the balance.');
});

it('asks for a file before anything else', async () => {
  const { status, stderr } = await user.runHere(['export', 'robots']);
  expect(status).toBe(2);
  expect(stderr).toContain('--output signals.csv');
  expect(server.seenOf('/signals')).toEqual([]);
});

it.each([
  ['none/robots.csv', 'The folder HOME/none does not exist.'],
  ['.config/signals/config.json/robots.csv', 'HOME/.config/signals/config.json is not a folder.'],
])('needs a folder for %s before anything is counted or charged', async (name, message) => {
  const { status, stderr } = await user.runHere(exportTo(name, '--max-records', '10'));
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: `signals: ${message.replace('HOME', user.home)}\nCreate it, or name another with --output.\n`,
  });
  expect(server.seen).toEqual([]);
});

it('replaces only regular files, even with --force', async () => {
  mkdirSync(inHome('folder'));
  execFileSync('mkfifo', [inHome('pipe')]);
  for (const name of ['folder', 'pipe']) {
    const { status, stderr } = await user.runHere(exportTo(name, '--format', 'csv', '--force'));
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: `signals: ${inHome(name)} is not a regular file.\nName another with --output.\n`,
    });
  }
  expect(server.seen).toEqual([]);
});

it('asks for permission to use many records before using any', async () => {
  const { status, stderr } = await user.runHere(exportTo('robots.csv'));
  expect(status).toBe(2);
  expect(stderr).toContain('260 signals match. 260 records, nothing from the balance.');
  expect(stderr).toContain('--max-records 260');
  expect(pages()).toEqual([]);
});

it('writes complete signals as NDJSON, and reports what it wrote', async () => {
  const { status, stdout } = await user.runHere(exportTo('robots.ndjson', '--max-records', '1000', '--json'));
  expect(status).toBe(0);
  const written = readFileSync(inHome('robots.ndjson'));
  expect(
    written
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual(server.signals);
  expect(JSON.parse(stdout)).toEqual({
    file: inHome('robots.ndjson'),
    format: 'ndjson',
    signals: SIGNALS,
    complete: true,
    bytes: written.length,
    sha256: createHash('sha256').update(written).digest('hex'),
  });
  expect(leftovers('robots.ndjson')).toEqual([]);
  expect(server.recordsLeft).toBe(480 - SIGNALS);
});

it('writes the same CSV as a search, and says when it is incomplete', async () => {
  const { stdout } = await user.runHere(
    exportTo('robots.csv', '--max-records', '120', '--fields', 'id,title,company.name', '--json'),
  );
  expect(JSON.parse(stdout)).toMatchObject({ signals: 120, complete: false });
  const printed = await user.runHere([
    ...['search', 'robots', '--max-records', '120', '--csv', '--fields', 'id,title,company.name'],
  ]);
  expect(readFileSync(inHome('robots.csv'), 'utf8')).toBe(printed.stdout);
  expect(printed.stdout.trimEnd().split('\n')).toHaveLength(121);
});

it('writes Parquet with typed columns', async () => {
  const { status } = await user.run(exportTo('robots.parquet', '--max-records', '1000'));
  expect(status).toBe(0);
  const rows = await parquetReadObjects({ file: await asyncBufferFromFile(inHome('robots.parquet')) });
  expect(rows).toHaveLength(SIGNALS);
  expect(rows[1]).toMatchObject({
    id: '2',
    activityDate: new Date('2026-11-18T00:00:00Z'),
    title: 'Acme Robotics raises round 2',
    category: 'funding',
    'company.slug': 'acme-robotics',
    'company.name': 'Acme Robotics',
    country: 'Germany',
    city: null,
    industries: ['Robotics', 'Manufacturing'],
    activityUrl: 'https://news.example/2',
    publishedAt: new Date('2026-11-18T09:30:00.000Z'),
    'funding.stage': 'series-a',
    'funding.amount': 12_000_000,
    'funding.currency': 'USD',
  });
});

it.each(['ndjson', 'csv', 'parquet'])('writes a file that only the user can read: %s', async (format) => {
  const name = `robots.${format}`;
  // Left by a run that died, or by an earlier version.
  writeFileSync(inHome(`${name}.new`), 'x'.repeat(1_000_000), { mode: 0o644 });
  await user.runHere(exportTo(name, '--max-records', '1'));
  expect(statSync(inHome(name)).mode & 0o777).toBe(0o600);
  expect(leftovers(name)).toEqual([]);
});

it('writes a complete file even without results', async () => {
  server.signals = [];
  for (const [name, empty] of [
    ['none.ndjson', ''],
    ['none.csv', expect.stringMatching(/^id,[^\n]*\n$/)],
  ] as const) {
    const { status, stdout } = await user.runHere(exportTo(name, '--json'));
    expect({ status, ...JSON.parse(stdout) }).toMatchObject({ status: 0, signals: 0, complete: true });
    expect(readFileSync(inHome(name), 'utf8')).toEqual(empty);
  }
  await user.runHere(exportTo('none.parquet'));
  expect(await parquetReadObjects({ file: await asyncBufferFromFile(inHome('none.parquet')) })).toEqual([]);
});

it('resumes after a kill without paying twice, even for a page whose response was lost', async () => {
  const refusal = problem(429, 'rate_limited', 'Too many.', { retryAfter: 60 });
  // The count, a page, a page that is charged but lost, and then a long wait.
  server.fail('/signals', 'none', 'none', 'drop-after', refusal);
  const killed = user.start(exportTo('robots.ndjson', '--max-records', '1000'));
  await waitFor(() => killed.said().includes('retrying in 60 s'));
  killed.process.kill('SIGKILL');
  await killed.outcome;
  expect(existsSync(inHome('robots.ndjson'))).toBe(false);
  // Left by dying in the middle of a write.
  writeFileSync(inHome('robots.ndjson.export.part'), '{"id":"half', { flag: 'a' });

  const { status, stderr } = await user.run(exportTo('robots.ndjson', '--max-records', '1000'));
  expect({ status, stderr }).toEqual({
    status: 0,
    stderr: 'Continuing after 50 signals already fetched.\n',
  });
  const ids = readFileSync(inHome('robots.ndjson'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { id: string }).id);
  expect(ids).toEqual(server.signals.map(({ id }) => id));
  expect(server.recordsLeft).toBe(480 - SIGNALS);
  expect(leftovers('robots.ndjson')).toEqual([]);
});

it('deletes the state before the signals, so that a state never lacks its signals', async () => {
  const changed: string[] = [];
  const watcher = watch(user.home, (_event, name) => changed.push(name!));
  await user.runHere(exportTo('robots.ndjson', '--max-records', '1000'));
  // Events arrive in order: once this one does, all earlier ones have.
  writeFileSync(inHome('end'), '');
  await waitFor(() => changed.includes('end'));
  watcher.close();
  expect(leftovers('robots.ndjson')).toEqual([]);
  const [state, part] = ['robots.ndjson.export.json', 'robots.ndjson.export.part'];
  expect(changed).toEqual(expect.arrayContaining([state, part]));
  expect(changed.lastIndexOf(state!)).toBeLessThan(changed.lastIndexOf(part!));
});

describe('on a full disk', () => {
  // In blocks of 512 bytes: too small for the signals.
  const full = (command: string[]) => {
    const line = command.join(' ').replace(`${user.home}/`, '');
    return user.startInShell(`ulimit -f 200; signals ${line}`).ended;
  };
  const lines = () => readFileSync(inHome('robots.ndjson'), 'utf8').trimEnd().split('\n');
  beforeEach(() => {
    server.signals = server.signals.map((signal) => ({ ...signal, title: signal.title.padEnd(500, '!') }));
  });

  it('continues once there is room, without paying twice', async () => {
    const command = exportTo('robots.ndjson', '--max-records', '260');
    const { status, screen } = await full(command);
    expect([status, screen]).toEqual([1, expect.stringContaining('EFBIG')]);
    expect((await user.runHere(command)).status).toBe(0);
    expect(lines().map((line) => JSON.parse(line) as unknown)).toEqual(server.signals);
    expect(server.recordsLeft).toBe(480 - SIGNALS);
  });

  it('keeps what was fetched until the whole file is written', async () => {
    const refusal = problem(500, 'internal', 'An unexpected error occurred.');
    server.fail('/signals', 'none', 'none', 'none', 'none', 'none', refusal);
    await user.runHere(exportTo('robots.ndjson', '--max-records', '260'));
    const command = exportTo('robots.ndjson', '--max-records', '200');
    const { status, screen } = await full(command);
    expect([status, screen]).toEqual([1, expect.stringContaining('EFBIG')]);
    expect(existsSync(inHome('robots.ndjson'))).toBe(false);
    expect((await user.runHere(command)).status).toBe(0);
    expect(lines()).toHaveLength(200);
  });
});

it('admits one run at a time', async () => {
  server.fail('/signals', 'none', 'none', problem(429, 'rate_limited', 'Too many.', { retryAfter: 60 }));
  const command = exportTo('robots.ndjson', '--max-records', '260');
  const first = user.start(command);
  await waitFor(() => first.said().includes('retrying in 60 s'));
  const requests = server.seen.length;
  for (const flags of [[], ['--restart']]) {
    const { status, stderr } = await user.runHere([...command, ...flags]);
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringContaining(
        `Another process is exporting to ${inHome('robots.ndjson')}.\n`,
      ) as string,
    });
  }
  expect(server.seen).toHaveLength(requests);
  first.process.kill('SIGKILL');
  await first.outcome;
  expect((await user.runHere(command)).status).toBe(0);
  expect(server.recordsLeft).toBe(480 - SIGNALS);
  expect(existsSync(inHome('robots.ndjson.export.lock'))).toBe(false);
});

it('overwrites signals without a state', async () => {
  writeFileSync(inHome('robots.ndjson.export.part'), '{"id":"of an earlier export"}\n');
  await user.runHere(exportTo('robots.ndjson', '--max-records', '50'));
  const written = readFileSync(inHome('robots.ndjson'), 'utf8').trimEnd().split('\n');
  expect(written.map((line) => JSON.parse(line) as unknown)).toEqual(server.signals.slice(0, 50));
});

it('keeps what it has when records run out', async () => {
  server.recordsLeft = 100;
  const first = await user.runHere(exportTo('robots.ndjson', '--max-records', '260'));
  expect(first.status).toBe(4);
  expect(first.stderr).toContain('only the first 100 can be fetched');
  expect(first.stderr).toContain('Stopped after 100 signals, which are saved.');
  server.recordsLeft = 200;
  expect((await user.runHere(exportTo('robots.ndjson', '--max-records', '260'))).status).toBe(0);
  expect(server.recordsLeft).toBe(40);
});

it('never mixes two exports, and replaces no file without permission', async () => {
  server.fail('/signals', 'none', 'none', problem(402, 'insufficient_records', 'No more.'));
  await user.runHere(exportTo('robots.ndjson', '--max-records', '260'));
  const other = await user.runHere(exportTo('robots.ndjson', '--max-records', '260', '--category', 'ipo'));
  expect(other).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('has an unfinished export of another search') as string,
  });
  expect((await user.runHere(exportTo('robots.ndjson', '--max-records', '50', '--restart'))).status).toBe(0);
  const again = await user.runHere(exportTo('robots.ndjson', '--max-records', '50'));
  expect(again).toMatchObject({ status: 2, stderr: expect.stringContaining('already exists') as string });
  expect((await user.runHere(exportTo('robots.ndjson', '--max-records', '50', '--force'))).status).toBe(0);
});

it('requires a maximum for a semantic search, which cannot be counted', async () => {
  const refused = await user.runHere(['export', '--semantic', 'robots', '--output', inHome('robots.csv')]);
  expect({ status: refused.status, requests: server.seen.length }).toEqual({ status: 2, requests: 0 });
  const { status } = await user.runHere([
    ...['export', '--semantic', 'robots', '--max-records', '120', '--output', inHome('robots.csv')],
  ]);
  expect(status).toBe(0);
  expect(pages().map(({ query }) => query.get('limit'))).toEqual(['40', '40', '40']);
  expect(readFileSync(inHome('robots.csv'), 'utf8').split('\n')[0]).toMatch(/,similarity$/);
});

describe('after an interruption', () => {
  const refusal = problem(500, 'internal', 'An unexpected error occurred.');
  const semantic = (maxRecords: number) => [
    ...['export', '--semantic', 'robots', '--max-records', String(maxRecords), '--json'],
    ...['--output', inHome('robots.ndjson')],
  ];
  const lines = () => readFileSync(inHome('robots.ndjson'), 'utf8').trimEnd().split('\n');

  it.each(['cursor_expired', 'cursor_mismatch'])('writes what was paid for at %s', async (code) => {
    server.fail('/signals', 'none', refusal, problem(400, code, 'cursor: start again without it'));
    expect((await user.runHere(semantic(120))).status).toBe(1);
    const { status, stdout, stderr } = await user.runHere(semantic(120));
    expect({ status, ...JSON.parse(stdout) }).toMatchObject({ status: 0, signals: 40, complete: false });
    expect(stderr).toBe(
      'Continuing after 40 signals already fetched.\n' +
        'warning: The API no longer continues this search. The file has only the 40 signals fetched so far.\n',
    );
    expect(lines()).toHaveLength(40);
    expect(leftovers('robots.ndjson')).toEqual([]);
    expect(server.recordsLeft).toBe(480 - 40);
  });

  it('keeps the page size a semantic cursor is bound to, whatever the new maximum', async () => {
    server.fail('/signals', 'none', refusal);
    await user.runHere(semantic(120));
    expect((await user.runHere(semantic(200))).status).toBe(0);
    expect(pages().map(({ query }) => query.get('limit'))).toEqual(Array.from({ length: 6 }, () => '40'));
  });

  describe('with another credential', () => {
    const command = (...flags: string[]) => exportTo('robots.ndjson', '--max-records', '260', ...flags);
    const withKey = { SIGNALS_API_KEY: 'hg_live_0123456789abcdefghijklmnopqrstuvABCDEF' };
    beforeEach(async () => {
      server.fail('/signals', 'none', 'none', refusal);
      await user.runHere(command());
    });

    it('refuses to continue, since the cursor would not work', async () => {
      const before = server.seen.length;
      const { status, stderr } = await user.runHere(command(), withKey);
      expect({ status, stderr }).toEqual({
        status: 2,
        stderr:
          `signals: ${inHome('robots.ndjson')} has an unfinished export with the login of ada@example.com, ` +
          'and this is the key hg_live_0123….\nContinue it with the same credential, ' +
          'keep only what it has with --max-records 50, or pay for a new one with --restart.\n',
      });
      expect(server.seen).toHaveLength(before);
      expect((await user.runHere(command())).status).toBe(0);
      expect(lines()).toHaveLength(SIGNALS);
    });

    it('keeps what it has, or starts over', async () => {
      const state = readFileSync(inHome('robots.ndjson.export.json'), 'utf8');
      expect((await user.runHere(exportTo('robots.ndjson', '--max-records', '50'), withKey)).status).toBe(0);
      expect(lines()).toHaveLength(50);
      writeFileSync(inHome('robots.ndjson.export.json'), state);
      expect((await user.runHere(command('--restart', '--force'), withKey)).status).toBe(0);
      expect(lines()).toHaveLength(SIGNALS);
    });

    it('continues an export by an earlier version, which recorded no credential', async () => {
      const path = inHome('robots.ndjson.export.json');
      const { credential, ...state } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
      expect(credential).toBe('the login of ada@example.com');
      writeFileSync(path, JSON.stringify(state));
      expect((await user.runHere(command(), withKey)).status).toBe(0);
    });
  });

  it('requests nothing when the new maximum is already exceeded', async () => {
    server.fail('/signals', 'none', 'none', refusal, refusal);
    await user.runHere(exportTo('robots.ndjson', '--max-records', '260'));
    const before = server.seen.length;
    const { status, stdout } = await user.runHere(exportTo('robots.ndjson', '--max-records', '10', '--json'));
    expect({ status, ...JSON.parse(stdout) }).toMatchObject({ status: 0, signals: 50, complete: false });
    expect(server.seen).toHaveLength(before);
    expect(lines()).toHaveLength(50);
  });
});
