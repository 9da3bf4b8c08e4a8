import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitFor } from '@heliograph/testing';
import { problem, signalOf } from './support/interface-responses';
import { userForEach } from './support/program';

const { server, user } = userForEach({ isLoggedIn: true });
beforeEach(() => {
  server.signals = Array.from({ length: 260 }, (_, index) => signalOf(index + 1));
});

const file = () => join(user.home, 'robots.ndjson');
const exportUpTo = (maxRecords: number, ...flags: string[]) =>
  user.runHere([
    ...['export', 'robots', '--max-records', String(maxRecords), '--output', file(), '--max-wait', '1'],
    ...flags,
  ]);
const lines = () => readFileSync(file(), 'utf8').trimEnd().split('\n').length;
const pages = () =>
  server
    .seenOf('/signals')
    .filter(({ query }) => !query.has('countOnly'))
    .map(
      ({ query, headers }) =>
        `${query.get('limit')} at ${query.get('cursor')} ${headers['idempotency-key'] as string}`,
    );
const wait = problem(429, 'rate_limited', 'Too many.', { retryAfter: 60 });
const semantic = ['--semantic', 'robots'];

it('repeats a page that was charged and lost with its own size, whatever the new maximum', async () => {
  server.fail('/signals', 'none', 'none', 'drop-after', wait);
  expect((await exportUpTo(70)).status).toBe(5);
  expect(server.recordsLeft).toBe(480 - 70);
  // A refusal before the key is looked up says nothing about the earlier charge.
  server.fail('/signals', wait);
  expect((await exportUpTo(120)).status).toBe(5);
  expect(await exportUpTo(120)).toMatchObject({ status: 0 });
  expect([lines(), server.recordsLeft]).toEqual([120, 480 - 120]);
  const [, lost, ...rest] = pages();
  expect(lost).toMatch(/^20 at cursor-50 /);
  expect(rest).toEqual([lost, lost, lost, expect.stringMatching(/^50 at cursor-70 /)]);
});

it('repeats a first page of a semantic search, whose size depends on the maximum', async () => {
  server.fail('/signals', 'drop-after', wait);
  expect((await exportUpTo(120, ...semantic)).status).toBe(5);
  expect((await exportUpTo(200, ...semantic)).status).toBe(0);
  expect([lines(), server.recordsLeft]).toEqual([200, 480 - 200]);
});

describe('with a maximum lowered below the lost page', () => {
  it.each([
    ['charged', 'drop-after', 100],
    ['not charged', 'drop', 60],
  ] as const)('keeps to what was %s', async (_name, fault, records) => {
    server.fail('/signals', 'none', 'none', fault, wait);
    expect((await exportUpTo(120)).status).toBe(5);
    expect((await exportUpTo(60)).status).toBe(0);
    expect([lines(), server.recordsLeft]).toEqual([records, 480 - records]);
  });
});

it('finishes with the maximum even if the lost page was charged again', async () => {
  server.fail('/signals', 'none', 'none', 'drop-after', wait);
  await exportUpTo(120);
  server.forgetAnswers();
  expect((await exportUpTo(120)).status).toBe(0);
  expect([lines(), server.recordsLeft]).toEqual([120, 480 - 170]);
});

it('chooses the size again after a refusal to pay', async () => {
  server.fail('/signals', 'none', 'none', problem(402, 'insufficient_records', 'No more.'));
  expect((await exportUpTo(120)).status).toBe(4);
  expect((await exportUpTo(60)).status).toBe(0);
  expect(pages().map((page) => page.split(' at ')[0])).toEqual(['50', '50', '10']);
});

it('names no budget in the advice that the user did not set', async () => {
  server.fail('/signals', 'none', problem(402, 'budget_reached', 'The budget does not suffice.'));
  const { status, stderr } = await exportUpTo(120);
  expect([status, stderr]).toEqual([4, expect.stringContaining('Ask for fewer, or allow more.\n')]);
});

describe('with too few records for a whole page', () => {
  const limits = () => pages().map((page) => page.split(' at ')[0]);
  // Like the API, which reserves whole pages.
  beforeEach(() => (server.chargesWholePages = true));

  it.each([
    [30, ['50', '30', '50']],
    [80, ['50', '30', '50']],
  ])('uses up the %d left', async (records, sizes) => {
    server.recordsLeft = records;
    expect((await exportUpTo(130)).status).toBe(4);
    expect([server.recordsLeft, limits()]).toEqual([0, sizes]);
  });

  it('uses up what another run finds', async () => {
    server.recordsLeft = 50;
    expect((await exportUpTo(130)).status).toBe(4);
    server.recordsLeft = 30;
    expect((await exportUpTo(130)).status).toBe(4);
    server.recordsLeft = 50;
    expect((await exportUpTo(130)).status).toBe(0);
    expect([lines(), server.recordsLeft]).toEqual([130, 0]);
  });

  it('uses up the budget', async () => {
    const budget = ['--budget-id', 'run', '--budget-records', '70'];
    expect((await exportUpTo(130, ...budget)).status).toBe(4);
    expect(server.recordsLeft).toBe(480 - 70);
  });
});

it('stops once another run has taken over', async () => {
  server.fail('/signals', 'none', 'none', problem(429, 'rate_limited', 'Too many.', { retryAfter: 1 }));
  const command = ['export', 'robots', '--max-records', '260', '--output', file()];
  const suspended = user.start(command);
  await waitFor(() => suspended.said().includes('retrying in 1 s'));
  suspended.process.kill('SIGSTOP');
  // As if it had been suspended for minutes.
  utimesSync(`${file()}.export.lock`, 0, 0);
  server.fail('/signals', 'none', wait);
  const second = await user.runHere([...command, '--max-wait', '1']);
  expect(second.status).toBe(5);
  const state = readFileSync(`${file()}.export.json`, 'utf8');
  suspended.process.kill('SIGCONT');
  const { status, stderr } = await suspended.outcome;
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/Another process took over \S+\.export\.lock\.\n$/),
  ]);
  expect(stderr).not.toContain('Stopped after');
  expect(readFileSync(`${file()}.export.json`, 'utf8')).toBe(state);
  expect((await user.runHere(command)).status).toBe(0);
  expect([lines(), server.recordsLeft]).toEqual([260, 480 - 260]);
});

it('leaves other files next to the target alone', async () => {
  const others = [`${file()}.part`, `${file()}.new`];
  for (const other of others) writeFileSync(other, 'mine');
  expect((await exportUpTo(60)).status).toBe(0);
  expect(others.map((other) => readFileSync(other, 'utf8'))).toEqual(['mine', 'mine']);
});

it('continues an export by an earlier version, which kept its signals under another name', async () => {
  server.fail('/signals', 'none', 'none', wait);
  expect((await exportUpTo(60)).status).toBe(5);
  renameSync(`${file()}.export.part`, `${file()}.part`);
  expect((await exportUpTo(60)).status).toBe(0);
  expect([lines(), server.recordsLeft, existsSync(`${file()}.part`)]).toEqual([60, 480 - 60, false]);
});

it('never replaces a file that appeared in the meantime, and keeps what it has', async () => {
  server.fail('/signals', 'none', 'none', wait);
  expect((await exportUpTo(60)).status).toBe(5);
  writeFileSync(file(), 'mine');
  expect(await exportUpTo(60)).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(
      /robots\.ndjson already exists\.\nUse --force to replace it\.\n$/,
    ) as string,
  });
  expect(readFileSync(file(), 'utf8')).toBe('mine');
  expect((await exportUpTo(60, '--force')).status).toBe(0);
  expect([lines(), server.recordsLeft]).toEqual([60, 480 - 60]);
});

it('replaces the file it wrote itself, if it died before deleting the progress', async () => {
  server.fail('/signals', 'none', 'none', wait);
  expect((await exportUpTo(60)).status).toBe(5);
  const part = readFileSync(`${file()}.export.part`);
  const state = JSON.parse(readFileSync(`${file()}.export.json`, 'utf8')) as object;
  expect((await exportUpTo(60)).status).toBe(0);
  const written = readFileSync(file());
  const sha256 = createHash('sha256').update(written).digest('hex');
  writeFileSync(`${file()}.export.part`, part);
  writeFileSync(`${file()}.export.json`, JSON.stringify({ ...state, sha256 }));
  expect((await exportUpTo(60)).status).toBe(0);
  expect(readFileSync(file())).toEqual(written);
});
