import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { waitFor } from '@heliograph/testing';
import { displayWidth } from '../src/output/display-width';
import { problem, signalOf } from './support/interface-responses';
import { userForEach } from './support/program';

const { server, user } = userForEach({ isLoggedIn: true });

const linesOf = (screen: string) => stripVTControlCharacters(screen).split(/\r?\n/);

it('draws a colored table as wide as the terminal', async () => {
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

it('highlights matches in titles, even in truncated ones, and nothing without colors', async () => {
  const title =
    'Acme\u200b Robotics\nraises a round: robotics that unload ships from Rotterdam to Busan, for good';
  const at = (term: string, place: number) => {
    const start = Array.from(title.slice(0, place)).length;
    return { parameter: 'q', term, start, end: start + Array.from(term).length };
  };
  const places = [title.indexOf('Robotics'), title.indexOf('robotics'), title.indexOf('Busan')];
  const matched = [at('Robotics', places[0]!), at('robotics', places[1]!), at('Busan', places[2]!)];
  server.signals = [{ ...signalOf(1, title), matched } as never];
  const { screen } = await user.runOnTerminal(['search', 'robotics', '--matched'], { columns: 80 });
  expect(screen).toContain('Acme \u001b[1m\u001b[35mRobotics\u001b[39m\u001b[22m raises a round: ');
  expect(screen).toContain('\u001b[35mrobotics\u001b[39m');
  expect(screen).not.toContain('Busan');
  for (const line of linesOf(screen).slice(0, 2)) expect(displayWidth(line)).toBeLessThanOrEqual(80);
  expect((await user.runHere(['search', 'robotics', '--matched'])).stdout).not.toContain('\u001b');
});

it.each([
  [60, 'DATE        TITLE', 47],
  [80, 'DATE        TITLE  ID', 60],
  [130, 'DATE        TITLE  COMPANY        CATEGORY  COUNTRY  ID', 72],
])('gives the title the remaining width at %d columns', async (columns, headings, titleColumns) => {
  const wide =
    '東京のロボット会社がシリーズBで資金調達、倉庫向けロボットを量産へ、海外展開も視野に入れて採用を始める';
  const title =
    'Bumblebeck Robotics raises $7m Series A led by Old Ferry Capital to unload ships in Rotterdam';
  server.signals = [signalOf(48_213, wide), signalOf(48_214, title)];
  const { screen } = await user.runOnTerminal(['search'], { columns, variables: { NO_COLOR: '1' } });
  const [heading = '', first = '', second = ''] = linesOf(screen);
  expect(heading.trim().split(/ {2,}/)).toEqual(headings.split(/ {2,}/));
  const shown = second.slice(12).split(/…| {2}/)[0]!;
  expect(title.startsWith(shown)).toBe(true);
  expect(shown.length).toBeGreaterThanOrEqual(titleColumns - 1);
  for (const line of [first, second]) expect(displayWidth(line)).toBeLessThanOrEqual(columns);
  // Columns after wide characters still align with their headings.
  if (columns > 60) expect(first.endsWith('48213')).toBe(true);
  const cut = first.slice(12).split('…')[0]!;
  expect(wide.startsWith(cut)).toBe(true);
  expect(displayWidth(cut)).toBeGreaterThanOrEqual(titleColumns - 2);
});

it('breaks messages between words', async () => {
  const { screen } = await user.runOnTerminal(['login', '--device', '--no-such-flag-as-this-one'], {
    columns: 30,
    variables: { NO_COLOR: '1' },
  });
  const lines = linesOf(screen).filter(Boolean);
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines) expect(line.length <= 30 || !line.trim().includes(' ')).toBe(true);
  expect(lines.join(' ')).toContain("Unknown option '--no-such-flag-as-this-one'.");
});

describe('options on a terminal', () => {
  const pager = { PAGER: 'cat > paged.txt' };
  const paged = () => readFileSync(join(user.home, 'paged.txt'), 'utf8');

  it('are shown in the pager when they are long', async () => {
    const { status, screen } = await user.runOnTerminal(['options'], { rows: 5, variables: pager });
    expect(status).toBe(0);
    expect(stripVTControlCharacters(paged())).toMatch(/^LIST +ID +LABEL\n/);
    expect(screen).not.toContain('LABEL');
  });

  it('are printed when they fit, when there is no pager, or when it is off', async () => {
    expect((await user.runOnTerminal(['options'], { rows: 400, variables: pager })).screen).toContain(
      'LABEL',
    );
    for (const PAGER of ['', 'cat', 'no-such-pager-anywhere']) {
      const { screen } = await user.runOnTerminal(['options'], { rows: 5, variables: { PAGER } });
      expect(screen).toContain('LABEL');
    }
    expect(paged).toThrow();
  });
});

describe('a page of signals on a terminal', () => {
  const pager = { PAGER: 'cat > paged.txt', NO_COLOR: '1' };
  const paged = () => readFileSync(join(user.home, 'paged.txt'), 'utf8');

  beforeEach(() => {
    server.signals = Array.from({ length: 20 }, (_, index) => signalOf(index + 1));
  });

  it('is shown in the pager when it is long; the cost comes after', async () => {
    const { status, screen } = await user.runOnTerminal(['search'], { rows: 10, variables: pager });
    expect([status, screen.includes('TITLE')]).toEqual([0, false]);
    expect(paged().split('\n').filter(Boolean)).toHaveLength(21);
    expect(screen).toContain('20 records used');
  });

  it('is just printed with --no-pager, in other formats, and when piped', async () => {
    for (const flag of ['--no-pager', '--json']) {
      const { screen } = await user.runOnTerminal(['search', flag], { rows: 10, variables: pager });
      expect(screen).toContain('Acme Robotics raises round 1');
    }
    expect((await user.run(['search'], pager)).stdout.split('\n').filter(Boolean)).toHaveLength(20);
    expect(paged).toThrow();
  });

  it('succeeds when the pager quits early, and leaves Ctrl-C to the pager', async () => {
    server.signals = server.signals.map((signal) => ({ ...signal, title: signal.title.padEnd(20_000, '!') }));
    const quits = await user.runOnTerminal(['search'], { rows: 10, variables: { PAGER: 'head -c 5' } });
    expect([quits.status, modesAfter(quits.screen)]).toEqual([0, { cursor: true, wrap: true }]);
    const waits = {
      PAGER: 'cat > paged.txt; trap "echo INTERRUPTED; exit 0" INT; echo READY; while :; do sleep 0.1; done',
    };
    const running = user.startOnTerminal(['search'], { rows: 10, variables: waits });
    await waitFor(() => running.screen().includes('READY'));
    running.type('\u0003');
    const { screen } = await running.ended;
    expect(screen).toContain('INTERRUPTED');
    expect(paged()).toContain('Acme Robotics raises round 1');
  });
});

// eslint-disable-next-line no-control-regex -- what a terminal is sent
const CURSOR = /\u001b\[\?25[hl]/g;
// eslint-disable-next-line no-control-regex -- what a terminal is sent
const WRAP = /\u001b\[\?7[hl]/g;

/** Whether a terminal that received this shows its cursor and wraps lines: DECTCEM and DECAWM. */
const modesAfter = (screen: string) => ({
  cursor: (screen.match(CURSOR) ?? ['h']).at(-1)!.endsWith('h'),
  wrap: (screen.match(WRAP) ?? ['h']).at(-1)!.endsWith('h'),
});

describe('a long search', () => {
  const whole = { cursor: true, wrap: true };
  const many = ['search', '--max-records', '300'];

  beforeEach(() => {
    server.signals = Array.from({ length: 300 }, (_, index) => signalOf(index + 1));
  });

  it('restores the terminal, and draws no bar, when its reader closes the pipe', async () => {
    // More than a pipe holds, so the reader exits before everything is written.
    server.signals = server.signals.map((signal) => ({ ...signal, title: signal.title.padEnd(500, '!') }));
    const running = user.startInShell('signals search --max-records 300 | head -n 1 | tr -d !');
    const { screen } = await running.ended;
    expect(linesOf(screen).filter(Boolean)).toEqual([
      '2026-11-18\tAcme Robotics raises round 1\tAcme Robotics\tfunding\tGermany\t1',
    ]);
    expect(modesAfter(screen)).toEqual(whole);
  });

  it('asks for no more than the API allows in one budget', async () => {
    server.fail('/signals', { status: 200, body: { data: { total: 1_200_000 } } });
    const running = user.startOnTerminal(['search', '--all', '--jsonl']);
    await waitFor(() => running.screen().includes('[y/N]'));
    running.type('y\r');
    expect((await running.ended).status).toBe(0);
    const { headers } = server.seenOf('/signals')[1]!;
    expect([headers['x-max-records'], headers['x-budget-records']]).toEqual(['1000000', undefined]);
  });

  it('says how to continue without paying twice when its file is full', async () => {
    const { status, screen } = await user.startInShell(
      'ulimit -f 16; signals search --max-records 300 --jsonl > results.jsonl',
    ).ended;
    expect([status, screen]).toEqual([1, expect.stringContaining('EFBIG')]);
    expect(screen.replace(/\s+/g, ' ')).toMatch(
      /Stopped after 0 signals. .* add: --max-records 300 --idempotency-key signals-page-/,
    );
    const one = await user.startInShell('ulimit -f 16; signals search --limit 50 --csv > one.csv').ended;
    expect([one.status, one.screen]).toEqual([1, expect.stringContaining('EFBIG')]);
    expect(one.screen).toContain('To repeat it safely, add: --idempotency-key signals-page-');
  });

  it('goes on when standard error is closed', async () => {
    const running = user.start([...many, '--verbose']);
    running.process.stderr!.destroy();
    const { status, stdout } = await running.outcome;
    expect([status, stdout.trimEnd().split('\n').length]).toEqual([0, 300]);
  });

  it('shows a bar while results go into a file', async () => {
    const { screen } = await user.startInShell(`signals ${many.join(' ')} > results.tsv`).ended;
    expect(screen).toContain('of 300');
    expect(modesAfter(screen)).toEqual(whole);
    expect(readFileSync(join(user.home, 'results.tsv'), 'utf8').split('\n')).toHaveLength(301);
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGKILL'])('restores the terminal after %s', async (signal) => {
    server.fail('/signals', 'none', 'none', problem(429, 'rate_limited', 'Too many.', { retryAfter: 60 }));
    const running = user.startInShell(`exec signals ${many.join(' ')} > results.tsv`);
    await waitFor(() => running.screen().includes('retrying in 60 s'));
    running.kill(signal);
    const { screen } = await running.ended;
    expect(screen).toContain('of 300');
    expect(modesAfter(screen)).toEqual(whole);
  });
});

it('omits colors with NO_COLOR, and columns on a narrow terminal', async () => {
  const { screen } = await user.runOnTerminal(['search'], { columns: 44, variables: { NO_COLOR: '1' } });
  expect(screen).not.toContain('\u001b[');
  const [heading = '', first = ''] = linesOf(screen);
  expect(heading.trim().split(/ {2,}/)).toEqual(['DATE', 'TITLE', 'ID']);
  expect(displayWidth(first)).toBeLessThanOrEqual(44);
});

it('keeps a title from clearing the screen, setting the window title, or adding a line', async () => {
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
  ])('prompts, and follows the answer %j', async (response, status, requests) => {
    const running = user.startOnTerminal(['search', '--all', '--tsv']);
    await waitFor(() =>
      running.screen().includes('use 300 records of the 480 that you have left. Fetch them? [y/N]'),
    );
    running.type(response);
    expect((await running.ended).status).toBe(status);
    expect(server.seenOf('/signals')).toHaveLength(requests);
  });

  it('offers what the records allow, and stops there successfully', async () => {
    server.recordsLeft = 61;
    const running = user.startOnTerminal(['search', '--all', '--tsv']);
    await waitFor(() =>
      running.screen().includes('300 signals match; you have 61 records left. Fetch the first 61? [y/N]'),
    );
    running.type('y\r');
    const { status, screen } = await running.ended;
    expect(status).toBe(0);
    expect(linesOf(screen).filter((line) => line.startsWith('2026-11-18\t'))).toHaveLength(61);
    expect(screen).toContain('Stopped after 61 signals.');
  });

  it('also prompts when there are few matches but even fewer records', async () => {
    server.signals = server.signals.slice(0, 20);
    server.recordsLeft = 5;
    const running = user.startOnTerminal(['search', '--all']);
    await waitFor(() => running.screen().includes('Fetch the first 5? [y/N]'));
    running.type('n\r');
    expect((await running.ended).status).toBe(2);
    expect(server.recordsLeft).toBe(5);
  });

  it('exits with 130 when the answer is Ctrl-C', async () => {
    const running = user.startOnTerminal(['search', '--all']);
    await waitFor(() => running.screen().includes('[y/N]'));
    running.type('\u0003');
    expect((await running.ended).status).toBe(130);
  });

  it.each([
    ['y\r', 300, ''],
    ['n\r', 50, 'Stopped after 50 signals. To continue, add: --limit 50 --cursor cursor-50'],
  ])('prompts after the first page in semantic mode, and follows %j', async (response, signals, hint) => {
    const running = user.startOnTerminal(['search', '--semantic', 'robots', '--all', '--tsv'], {
      columns: 200,
    });
    await waitFor(() =>
      running.screen().includes('use 300 records of the 480 that you have left. Fetch them? [y/N]'),
    );
    running.type(response);
    const { status, screen } = await running.ended;
    const rows = linesOf(screen).filter((line) => line.includes('\t'));
    expect([status, rows.length]).toEqual([0, signals]);
    expect(screen).toContain(hint);
  });

  it('does not prompt in CI', async () => {
    const { status, screen } = await user.runOnTerminal(['search', '--all'], { variables: { CI: 'true' } });
    expect(status).toBe(2);
    expect(screen).toContain('--max-records 300');
  });
});

it('keeps what was fetched before Ctrl-C, and shows the cursor', async () => {
  server.signals = Array.from({ length: 300 }, (_, index) => signalOf(index + 1));
  server.fail('/signals', 'none', 'none', problem(429, 'rate_limited', 'Too many.', { retryAfter: 60 }));
  const running = user.startOnTerminal(['search', '--max-records', '300', '--tsv']);
  await waitFor(() => running.screen().includes('retrying in 60 s'));
  running.type('\u0003');
  const { status, screen } = await running.ended;
  expect(status).toBe(130);
  expect(linesOf(screen).filter((line) => line.startsWith('2026-11-18\t'))).toHaveLength(50);
  expect(screen).toContain('To continue, add: --cursor cursor-50');
});

it('shows a login’s page and code where nothing can be opened', async () => {
  const running = user.startOnTerminal(['login', '--device']);
  await waitFor(() => running.screen().includes('WDJB-MJHT'));
  expect(running.screen()).toContain('\u001b[1mWDJB-MJHT\u001b[22m');
  running.type('\u0003');
  expect((await running.ended).status).toBe(130);
});
