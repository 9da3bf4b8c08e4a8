import { stripVTControlCharacters } from 'node:util';
import { waitFor } from '@heliograph/testing';
import { displayWidth } from '../src/output/display-width';
import { InterfaceServer, problem, signalOf } from './support/interface-server';
import { User } from './support/program';

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

const linesOf = (screen: string) => stripVTControlCharacters(screen).split(/\r?\n/);

it('draws a table as wide as the terminal, in colours', async () => {
  server.signals = [
    signalOf(1, '東京のロボット会社がシリーズBで資金調達、倉庫向けロボットを量産へ、海外展開も視野に入れる'),
    signalOf(2, 'A title that is a good deal longer than what a terminal of eighty columns has room for'),
  ];
  const { status, screen } = await user.runOnTerminal(['search', 'robots'], { columns: 80 });
  expect(status).toBe(0);
  const lines = linesOf(screen);
  expect(lines[0]).toMatch(/^DATE {8}TITLE/);
  for (const line of lines.slice(0, 3)) expect(displayWidth(line)).toBeLessThanOrEqual(80);
  expect(lines[1]).toContain('東京のロボット');
  expect(lines[2]).toContain('…');
  expect(screen).toContain('\u001b[1mDATE\u001b[22m');
  expect(lines.join('\n')).toContain('2 signals · 2 records used · 478 left');
});

it('leaves colours out with NO_COLOR, and columns out on a narrow terminal', async () => {
  const { screen } = await user.runOnTerminal(['search'], { columns: 44, variables: { NO_COLOR: '1' } });
  expect(screen).not.toContain('\u001b[');
  const [heading = '', first = ''] = linesOf(screen);
  expect(heading.trimEnd()).toBe('DATE        TITLE');
  expect(displayWidth(first)).toBeLessThanOrEqual(44);
});

it('lets a title neither clear the screen, nor set the window’s title, nor add a line', async () => {
  server.signals = [signalOf(1, 'ok\u001b[2J\u001b]0;owned\u0007\r\nfake\u009b31m\u202e')];
  const { screen } = await user.runOnTerminal(['search'], { variables: { NO_COLOR: '1' } });
  expect(linesOf(screen)[1]).toContain('ok\ufffd[2J\ufffd]0;owned\ufffd fake\ufffd31m');
  expect(screen).not.toContain('\u001b');
});

it('indents JSON for people', async () => {
  const { screen } = await user.runOnTerminal([
    'search',
    '--limit',
    '1',
    '--json',
    '--fields',
    'id',
    '--quiet',
  ]);
  expect(JSON.parse(screen)).toEqual({ items: [{ id: '1' }], nextCursor: 'cursor-1' });
  expect(linesOf(screen)).toContain('      "id": "1"');
});

describe('a search that would use many records', () => {
  beforeEach(() => {
    server.signals = Array.from({ length: 300 }, (_, index) => signalOf(index + 1));
  });

  it.each([
    ['y\r', 0, 7],
    ['n\r', 2, 1],
  ])('asks, and goes by the answer %j', async (answer, status, requests) => {
    const running = user.startOnTerminal(['search', '--all', '--tsv']);
    await waitFor(() => running.screen().includes('use 300 records. Fetch them? [y/N]'), {
      timeoutMs: 15_000,
    });
    running.type(answer);
    expect((await running.ended).status).toBe(status);
    expect(server.seenOf('/signals')).toHaveLength(requests);
  });

  it('ends with 130 when Ctrl-C is the answer', async () => {
    const running = user.startOnTerminal(['search', '--all']);
    await waitFor(() => running.screen().includes('[y/N]'), { timeoutMs: 15_000 });
    running.type('\u0003');
    expect((await running.ended).status).toBe(130);
  });

  it('asks nobody in CI', async () => {
    const { status, screen } = await user.runOnTerminal(['search', '--all'], { variables: { CI: 'true' } });
    expect(status).toBe(2);
    expect(screen).toContain('--max-records 300');
  });
});

it('keeps what was fetched when Ctrl-C ends it, and shows the cursor', async () => {
  server.signals = Array.from({ length: 300 }, (_, index) => signalOf(index + 1));
  server.fail('/signals', 'none', 'none', problem(429, 'rate_limited', 'Too many.', { retryAfter: 60 }));
  const running = user.startOnTerminal(['search', '--max-records', '300', '--tsv']);
  await waitFor(() => running.screen().includes('trying again in 60 s'), { timeoutMs: 15_000 });
  running.type('\u0003');
  const { status, screen } = await running.ended;
  expect(status).toBe(130);
  expect(linesOf(screen).filter((line) => line.startsWith('2026-11-18\t'))).toHaveLength(50);
  expect(screen).toContain('To go on, add: --cursor cursor-50');
});

it('shows a login’s page and code where nothing can be opened', async () => {
  const running = user.startOnTerminal(['login', '--device']);
  await waitFor(() => running.screen().includes('WDJB-MJHT'), { timeoutMs: 15_000 });
  expect(running.screen()).toContain('\u001b[1mWDJB-MJHT\u001b[22m');
  running.type('\u0003');
  expect((await running.ended).status).toBe(130);
});
