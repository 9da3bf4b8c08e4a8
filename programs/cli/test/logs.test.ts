import { requestLogExample, type LoggedRequest } from '@heliograph/contract';
import { waitFor } from '@heliograph/testing';
import { stripVTControlCharacters } from 'node:util';
import { displayWidth } from '../src/output/display-width';
import { problem, success } from './support/interface-responses';
import { InterfaceServer } from './support/interface-server';
import { waitForOutput, User } from './support/program';

let server: InterfaceServer;
let user: User;

beforeEach(async () => {
  server = await InterfaceServer.start();
  user = new User(server);
  user.logIn();
});
afterEach(async () => {
  await server.stop();
  await user.remove();
});

const request = (n: number, more: Partial<LoggedRequest> = {}): LoggedRequest => ({
  ...requestLogExample.data.items[0],
  id: `019aa000-0000-7000-8000-${String(n).padStart(12, '0')}`,
  at: new Date().toISOString(),
  requestId: `request-${n}`,
  credentialId: 'key-1',
  ...more,
});
const page = (items: readonly LoggedRequest[], nextCursor: string | null = null) =>
  success({ items, nextCursor, retentionDays: 30 });
const asked = () => server.seenOf('/logs').map(({ query }) => Object.fromEntries(query));
const refused = { status: 429, errorCode: 'rate_limited', requests: 250, cost: '0.000', receipt: null };

it('lists requests with the login, even where there is a key', async () => {
  server.fail('/logs', page([request(2, refused), request(1)]));
  const { status, stdout } = await user.runHere(['logs'], { SIGNALS_API_KEY: server.apiKey });
  expect(status).toBe(0);
  expect(stdout.split('\n').map((line) => line.split('\t').slice(1, 6))).toEqual([
    ['429', 'searchSignals', 'rate_limited', 'production', '20'],
    ['200', 'searchSignals', '', 'production', '20'],
    [],
  ]);
  expect(server.seenOf('/logs')[0]!.path).toBe('/api/cli/v1/logs');
  expect(asked()).toEqual([{ limit: '50' }]);
});

it('filters, and reads as many pages as needed, even past empty ones', async () => {
  server.fail('/logs', page([request(3)], 'a'), page([], 'b'), page([request(2), request(1)], 'c'));
  const { stdout } = await user.runHere([
    'logs',
    '--key=My laptop',
    '--status=4xx',
    '--operation=getCompany',
    '--request-id=abc',
    '--since=2026-11-20T08:00:00Z',
    '--limit=3',
    '--json',
  ]);
  const document = JSON.parse(stdout) as { items: LoggedRequest[] };
  expect(document).toMatchObject({ nextCursor: 'c', retentionDays: 30 });
  expect(document.items.map(({ requestId }) => requestId)).toEqual(['request-3', 'request-2', 'request-1']);
  const filter = {
    credential: 'My laptop',
    status: '4xx',
    operation: 'getCompany',
    requestId: 'abc',
    from: '2026-11-20T08:00:00Z',
  };
  expect(asked()).toEqual([
    { ...filter, limit: '3' },
    { ...filter, limit: '2', cursor: 'a' },
    { ...filter, limit: '2', cursor: 'b' },
  ]);
});

it('accepts a duration before now', async () => {
  server.fail('/logs', page([]));
  await user.runHere(['logs', '--since=2h']);
  const before = Date.now() - new Date(asked()[0]!['from']!).getTime();
  expect(Math.abs(before - 7_200_000)).toBeLessThan(60_000);
  const { status, stderr } = await user.runHere(['logs', '--since=yesterday']);
  expect([status, stderr.includes('2h')]).toEqual([2, true]);
});

const linesOf = (screen: string) =>
  stripVTControlCharacters(screen)
    .split(/\r?\n/)
    .map((line) => line.trimEnd());
const AT = '2026-11-20T09:30:00.123Z';

it('draws a table as wide as the terminal', async () => {
  server.fail('/logs', page([request(2, { ...refused, at: AT }), request(1, { cost: null, at: AT })]));
  const { screen } = await user.runOnTerminal(['logs'], { columns: 100 });
  expect(linesOf(screen).slice(0, 5)).toEqual([
    'AT (UTC)        STATUS    OPERATION      ERROR         KEY         RECORDS    COST    MS  RECEIPT',
    '11-20 09:30:00  429 ×250  searchSignals  rate_limited  production       20  $0.000  12.3',
    '11-20 09:30:00  200       searchSignals                production       20       ?  12.3       42',
    '',
    '2 requests from the last 30 days',
  ]);
});

it('keeps the key at 80 columns, even for one without a name', async () => {
  const unnamed = { at: AT, credentialName: 'Key 01936f0e', milliseconds: 12_345 };
  server.fail(
    '/logs',
    page([request(2, { ...refused, at: AT }), request(1, unnamed)]),
    page([request(1, { at: AT })]),
  );
  const { screen } = await user.runOnTerminal(['logs'], { columns: 80 });
  const [heading = '', ...rows] = linesOf(screen);
  expect(heading).toMatch(/^AT \(UTC\) +STATUS +OPERATION +ERROR +KEY +RECORDS +MS$/);
  expect(rows[0]).toContain('  production  ');
  expect(rows[1]).toContain('  Key 01936f0e  ');
  for (const line of [heading, ...rows]) expect(displayWidth(line)).toBeLessThanOrEqual(80);
  const shown = await user.runOnTerminal(['logs'], { columns: 80 });
  expect(linesOf(shown.screen)[0]).toContain('COST');
  expect(linesOf(shown.screen)[3]).toBe('1 request from the last 30 days');
});

it('says on standard error that nothing matches, and prints the empty output of each format', async () => {
  server.fail('/logs', page([]));
  expect(linesOf((await user.runOnTerminal(['logs', '--status=5xx'])).screen)[0]).toBe(
    'No requests match in the last 30 days.',
  );
  const printed = async (...flags: string[]) => {
    server.fail('/logs', page([]));
    const { status, stdout } = await user.runHere(['logs', ...flags]);
    return [status, stdout];
  };
  expect(await printed()).toEqual([0, '']);
  expect(await printed('--jsonl')).toEqual([0, '']);
  expect(await printed('--json')).toEqual([0, '{"items": [],\n"nextCursor": null,\n"retentionDays": 30}\n']);
  expect(await printed('--csv', '--fields=at,status')).toEqual([0, 'at,status\n']);
});

it('names the flag that the API rejects', async () => {
  const errors = [{ parameter: 'credential', message: 'is the name of 2 keys or devices; use an id' }];
  server.fail('/logs', problem(400, 'invalid_parameter', 'credential: …', { errors }));
  const { status, stderr } = await user.runHere(['logs', '--key=twice']);
  expect([status, stderr]).toEqual([2, expect.stringContaining('--key is the name of 2 keys')]);
  expect(stderr).toContain('signals logs --fields credentialName,credentialId');
});

it('needs a login', async () => {
  const stranger = new User(server);
  const { status, stderr } = await stranger.runHere(['logs'], { SIGNALS_API_KEY: server.apiKey });
  await stranger.remove();
  expect([status, stderr]).toEqual([3, expect.stringContaining('signals login')]);
  expect(server.seenOf('/logs')).toEqual([]);
});

it('follows: new requests once, oldest first, across a failure, until Ctrl-C', async () => {
  server.fail(
    '/logs',
    // Older requests exist; they are not new when the next poll overlaps.
    page([request(5), request(4)], 'older'),
    page([request(7), request(6), request(5), request(4), request(3)]),
    problem(503, 'unavailable', 'The service is temporarily unavailable.', { retryAfter: 120 }),
    // Request 2 arrives late: it is older than those already shown.
    page([request(9), request(8), request(7), request(6), request(5), request(2)]),
  );
  const running = user.start(['logs', '--follow', '--limit=2', '--json', '--max-wait=0']);
  let printed = '';
  running.process.stdout!.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  await waitForOutput(running, 'retrying');
  await waitFor(() => printed.includes('request-9'));
  running.process.kill('SIGINT');
  expect((await running.outcome).status).toBe(130);
  const ids = printed
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as LoggedRequest).requestId);
  expect(ids).toEqual(['request-4', 'request-5', 'request-6', 'request-7', 'request-8', 'request-9']);
  const [first, ...looks] = asked();
  expect(first).toEqual({ limit: '2' });
  for (const look of looks) expect(look).toEqual({ limit: '200', from: expect.any(String) as string });
});

it('leaves room for later values', async () => {
  server.fail(
    '/logs',
    page([request(1, { at: AT, credentialName: 'ci' })]),
    page([request(2, { ...refused, at: AT })]),
  );
  const running = user.startOnTerminal(['logs', '--follow'], { columns: 120 });
  await waitFor(() => running.screen().includes('429 ×250'));
  running.kill('SIGINT');
  expect(linesOf((await running.ended).screen).join('\n')).toContain('rate_limited  production');
});

it('rejects --jq with --follow', async () => {
  const { status } = await user.runHere(['logs', '--follow', '--jq=.']);
  expect(status).toBe(2);
});
