import { problem, signalOf } from './support/interface-responses';
import { userForEach } from './support/program';

const { server, user } = userForEach({ isLoggedIn: true });

const hostile = signalOf(9, '=cmd|"/c calc"\u001b[31m\tred\u202e, ünï 東京\nline two');

it('prints tab-separated lines when piped, with nothing on standard error', async () => {
  const outcome = await user.run(['search', 'robots']);
  expect(outcome).toEqual({
    status: 0,
    stderr: '',
    stdout: [1, 2, 3]
      .map((id) => `2026-11-18\tAcme Robotics raises round ${id}\tAcme Robotics\tfunding\tGermany\t${id}\n`)
      .join(''),
  });
});

it.each([
  ['search', '--ids', ''],
  ['search', '--count', '--facets', ''],
  ['count', '--category', ' , '],
  ['export', '--output', 'all.csv', '--max-records', '9', '--hiring-state', ''],
  ['watch', '--category', ''],
  ['saved', 'create', '--name', 'All', '--industries', ''],
])('refuses an empty list, which would be no filter: %s %s', async (...command) => {
  const { status, stderr } = await user.runHere(command);
  const flag = command.findLast((text) => text.startsWith('--'))!;
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: `signals: ${flag}: It is empty.\nGive a value, or leave the flag out.\n`,
  });
  expect(server.seen).toEqual([]);
});

it('sends every flag as its parameter', async () => {
  const flags = [
    'robots',
    'series a',
    '--any=ipo "goes public"',
    '--exclude=rumor',
    '--category=funding,acquisition',
    '--category=hiring',
    '--industries=Oil, Gas',
    '--locations=city:Paris@France',
    '--group=company: "series b" and hiring not layoffs',
    '--group-op=or',
    '--funding-min=1.5m',
    '--date-ranges=7,older',
    '--limit=5',
  ];
  expect((await user.runHere(['search', ...flags])).status).toBe(0);
  const { query, headers } = server.seenOf('/signals')[0]!;
  expect(Object.fromEntries(query)).toEqual({
    q: 'robots "series a"',
    any: 'ipo "goes public"',
    exclude: 'rumor',
    category: 'funding,acquisition,hiring',
    industries: '["Oil, Gas"]',
    locations: '[{"kind":"city","value":"Paris","country":"France"}]',
    searchGroups:
      '{"op":"or","groups":[{"scope":"company","match":"and","terms":["series b","hiring"],"exclude":["layoffs"]}]}',
    fundingMin: '1500000',
    dateRanges: '7,older',
    limit: '5',
  });
  expect(headers['user-agent']).toMatch(/^signals-cli\/0\.3\.0 \(/);
  expect(headers['idempotency-key']).toMatch(/^[A-Za-z0-9_-]{8,128}$/);
});

it('prints one JSON document, with the next cursor', async () => {
  const { stdout } = await user.runHere(['search', '--limit', '2', '--json']);
  expect(JSON.parse(stdout)).toEqual({ items: [signalOf(1), signalOf(2)], nextCursor: 'cursor-2' });
});

it('prints one JSON object per line, with the selected fields', async () => {
  const { stdout } = await user.runHere(['search', '--jsonl', '--fields', 'company.slug,id,similarity']);
  expect(stdout.split('\n').slice(0, 2)).toEqual([
    '{"company":{"slug":"acme-robotics"},"id":"1"}',
    '{"company":{"slug":"acme-robotics"},"id":"2"}',
  ]);
});

it('requests only the fields it prints, but whole signals with the user’s own key', async () => {
  const fields = ['--json', '--fields', 'company.slug,title,company.name'];
  await user.runHere(['search', ...fields]);
  await user.runHere(['search', ...fields, '--idempotency-key', 'a-key-of-the-user']);
  await user.runHere(['company', 'acme-robotics', '--json', '--fields', 'name']);
  expect(server.seenOf('/signals').map(({ query }) => query.get('fields'))).toEqual(['company,title', null]);
  expect(server.seenOf('/acme-robotics')[0]!.query.get('fields')).toBe('name');
});

it.each([
  ['search', '--fields', 'company.nmae'],
  ['search', '--fields', 'company.nmae', '--idempotency-key', 'nightly-run'],
  ['export', '--output', 'robots.csv', '--max-records', '1', '--fields', 'company.nmae'],
  ['company', 'acme-robotics', '--fields', 'name.nmae'],
  ['watch', '--fields', 'signal.company.nmae'],
])('requests nothing for a field that does not exist: %s', async (...command) => {
  const { status, stderr } = await user.runHere(command);
  expect([status, stderr]).toEqual([2, expect.stringContaining('nmae')]);
  expect(server.seen).toEqual([]);
});

it('includes why titles matched in JSON and CSV, if requested', async () => {
  const matched = [{ parameter: 'q', term: 'round', start: 21, end: 26 }];
  server.signals = [{ ...signalOf(1), matched } as never];
  const { stdout } = await user.runHere(['search', 'round', '--matched', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ items: [{ id: '1', matched }] });
  expect(server.seenOf('/signals')[0]!.query.get('matched')).toBe('true');
  const csv = await user.runHere(['search', 'round', '--matched', '--csv']);
  expect(csv.stdout.split('\n')[0]).toMatch(/,matched$/);
  expect((await user.runHere(['search', 'round', '--csv'])).stdout).not.toContain('matched');
  const counted = await user.runHere(['search', 'round', '--matched', '--count']);
  expect(counted).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('--count fetches none') as string,
  });
});

it('prints CSV that a spreadsheet reads as text', async () => {
  server.signals = [hostile];
  const { stdout } = await user.runHere(['search', '--csv', '--fields', 'id,title,funding.amount']);
  expect(stdout).toBe(
    'id,title,funding.amount\n9,"\'=cmd|""/c calc""\ufffd[31m\tred\u202e, ünï 東京\nline two",12000000\n',
  );
});

it('keeps titles from controlling the terminal, in any format', async () => {
  server.signals = [hostile];
  for (const format of ['--tsv', '--json', '--table']) {
    const { stdout } = await user.runHere(['search', format]);
    expect(stdout.replaceAll('\n', '').replaceAll('\t', '')).not.toMatch(/[\p{Cc}\u202e]/u);
    if (format === '--json') expect(JSON.parse(stdout)).toMatchObject({ items: [{ title: hostile.title }] });
  }
});

it('counts, and prints only the number', async () => {
  expect((await user.runHere(['count', 'robots'])).stdout).toBe('3\n');
  expect((await user.runHere(['search', 'robots', '--count', '--json'])).stdout).toBe('{"total":3}\n');
  expect(server.seenOf('/signals').map(({ query }) => query.get('countOnly'))).toEqual(['true', 'true']);
});

it('uses an API key and its endpoints if there is one', async () => {
  const outcome = await user.runHere(['search'], { SIGNALS_API_KEY: server.apiKey });
  expect(outcome.status).toBe(0);
  expect(server.seen.map(({ path }) => path)).toEqual(['/api/v1/signals']);
});

describe('--all', () => {
  beforeEach(() => {
    server.signals = Array.from({ length: 260 }, (_, index) => signalOf(index + 1));
  });

  it('asks for permission to use many records before using any', async () => {
    const { status, stderr, stdout } = await user.runHere(['search', '--all']);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toBe(
      'signals: 260 signals match; all of them would use 260 records.\nSet how many may be used: --max-records 260\n',
    );
    expect(server.seenOf('/signals')).toHaveLength(1);
  });

  it('fetches all pages, as one JSON document', async () => {
    const { status, stdout } = await user.run(['search', '--max-records', '1000', '--json']);
    expect(status).toBe(0);
    const { items, nextCursor } = JSON.parse(stdout) as {
      items: { id: string }[];
      nextCursor: string | null;
    };
    expect(items.map(({ id }) => Number(id))).toEqual(Array.from({ length: 260 }, (_, index) => index + 1));
    expect(nextCursor).toBeNull();
  });

  it('uses the singular for a single signal', async () => {
    const { stderr } = await user.runHere(['search', '--max-records', '1', '--jsonl']);
    expect(stderr).toContain('Stopped after 1 signal. To continue');
  });

  it('uses no more records than allowed, and says how to continue', async () => {
    const { status, stdout, stderr } = await user.runHere(['search', '--max-records', '120', '--jsonl']);
    expect(status).toBe(0);
    expect(stdout.trimEnd().split('\n')).toHaveLength(120);
    expect(stderr).toBe('Stopped after 120 signals. To continue, add: --cursor cursor-120\n');
    expect(
      server
        .seenOf('/signals')
        .slice(1)
        .map(({ query }) => query.get('limit')),
    ).toEqual(['50', '50', '20']);
  });

  it('keeps all pages the same size in semantic mode', async () => {
    const { stdout, stderr } = await user.runHere([
      'search',
      '--semantic',
      'robots',
      '--max-records',
      '120',
      '--csv',
    ]);
    expect(stdout.trimEnd().split('\n')).toHaveLength(121);
    expect(server.seenOf('/signals').map(({ query }) => query.get('limit'))).toEqual(['40', '40', '40']);
    expect(stderr).toContain('--limit 40 --cursor cursor-120');
  });

  it.each([
    ['comes closest to the maximum', ['--max-records', '101'], ['50', '50']],
    ['a cursor is bound to', ['--max-records', '65', '--limit', '40', '--cursor', 'cursor-40'], ['40']],
  ])('uses the page size that %s in semantic mode', async (_name, flags, limits) => {
    const { stderr } = await user.runHere(['search', '--semantic', 'robots', '--jsonl', ...flags]);
    // What is left allows no page of the size that the cursor is bound to.
    expect(stderr).toMatch(/--limit \d+ --cursor cursor-\d+\n$/);
    expect(server.seenOf('/signals').map(({ query }) => query.get('limit'))).toEqual(limits);
  });

  it('asks for permission in semantic mode, which cannot be counted first', async () => {
    const { status, stderr } = await user.runHere(['search', '--semantic', 'robots', '--all']);
    expect({ status, requests: server.seen.length }).toEqual({ status: 2, requests: 0 });
    expect(stderr).toContain('--max-records 1000');
  });

  it('prints a complete document when a later page fails', async () => {
    const refusal = problem(402, 'insufficient_records', 'The allowance does not suffice.');
    // The count, two pages, and then no more.
    server.fail('/signals', 'none', 'none', 'none', refusal);
    const { status, stdout, stderr } = await user.runHere(['search', '--max-records', '260', '--json']);
    expect(status).toBe(4);
    expect(JSON.parse(stdout)).toMatchObject({ nextCursor: 'cursor-100' });
    expect(stderr).toContain('To continue, add: --cursor cursor-100 --max-records 160\n');
    expect(stderr).toContain('The allowance does not suffice.');
  });

  describe('when a page is charged and its response is lost', () => {
    const lost = ['drop-after', problem(429, 'rate_limited', 'Too many.', { retryAfter: 60 })] as const;
    const run = ['search', '--max-records', '120', '--jsonl', '--fields', 'id', '--max-wait', '1'];
    const flagsTold = (stderr: string) => /To continue, add: (.*)\n/.exec(stderr)![1]!;
    const requestsFrom = (cursor: string) =>
      server
        .seenOf('/signals')
        .filter(({ query }) => query.get('cursor') === cursor)
        .map(
          ({ query, headers }) => `${[...query].sort().join(' ')} ${headers['idempotency-key'] as string}`,
        );

    it('continues with that page without charging it again', async () => {
      server.fail('/signals', 'none', 'none', 'none', ...lost);
      const first = await user.runHere(run);
      expect(first).toMatchObject({ status: 5, stdout: expect.stringMatching(/"100"\}\n$/) as string });
      const flags = flagsTold(first.stderr);
      expect(flags).toMatch(
        /^--limit 20 --cursor cursor-100 --max-records 20 --idempotency-key signals-page-[0-9a-f-]{36}$/,
      );
      expect(server.recordsLeft).toBe(480 - 120);
      const second = await user.runHere([...run, ...flags.split(' ')]);
      expect(second).toMatchObject({ status: 0, stdout: expect.stringMatching(/^\{"id":"101"\}/) as string });
      expect(server.recordsLeft).toBe(480 - 120);
      const requests = requestsFrom('cursor-100');
      expect([requests.length, new Set(requests).size]).toEqual([3, 1]);
    });

    it('also continues under the user’s key', async () => {
      server.fail('/signals', 'none', 'none', ...lost);
      const { stderr } = await user.runHere([...run, '--idempotency-key', 'nightly-run']);
      expect(flagsTold(stderr)).toBe('--cursor cursor-50 --max-records 70 --idempotency-key nightly-run-2');
      const { status } = await user.runHere([...run, ...flagsTold(stderr).split(' ')]);
      expect(status).toBe(0);
      expect(server.recordsLeft).toBe(480 - 120);
      const requests = requestsFrom('cursor-50');
      expect([requests.length, new Set(requests).size]).toEqual([3, 1]);
    });

    it('starts again with the first page', async () => {
      server.fail('/signals', 'none', ...lost);
      const { stdout, stderr } = await user.runHere(run);
      expect(stdout).toBe('');
      const { status } = await user.runHere([...run, ...flagsTold(stderr).split(' ')]);
      expect([status, server.recordsLeft]).toEqual([0, 480 - 120]);
    });
  });

  it('continues CSV without another header', async () => {
    const run = ['search', '--csv', '--fields', 'id', '--max-records', '60'];
    const first = await user.runHere([...run]);
    const rest = await user.runHere([...run, '--cursor', 'cursor-60']);
    const ids = Array.from({ length: 120 }, (_, index) => String(index + 1));
    expect((first.stdout + rest.stdout).trimEnd().split(/\r?\n/)).toEqual(['id', ...ids]);
  });

  it('refuses a key too long for page numbers before it pays', async () => {
    const run = ['search', '--max-records', '60', '--idempotency-key', 'k'.repeat(121)];
    expect(await user.runHere(run)).toMatchObject({ status: 2, stdout: '' });
    expect(server.seen).toEqual([]);
  });

  it('fetches nothing without enough records when it cannot prompt', async () => {
    server.recordsLeft = 120;
    const { status, stdout, stderr } = await user.runHere(['search', '--all']);
    expect({ status, stdout }).toEqual({ status: 4, stdout: '' });
    expect(stderr).toBe(
      'signals: 260 signals match; you have 120 records left.\nSet how many may be used: --max-records 120\n',
    );
    expect(server.recordsLeft).toBe(120);
  });

  it('reports no shortage when continuing: an earlier run may have fetched most signals', async () => {
    server.recordsLeft = 100;
    const rest = ['search', '--cursor', 'cursor-200', '--jsonl'];
    expect(await user.runHere([...rest, '--all'])).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(/Up to 260 signals match; all of them would use up to 260 records\./),
    });
    const { status, stdout, stderr } = await user.runHere([...rest, '--max-records', '300']);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout.trimEnd().split('\n')).toHaveLength(60);
  });

  it('repeats a run under its key for free, whatever is left', async () => {
    const again = ['search', '--all', '--max-records', '260', '--idempotency-key', 'nightly', '--jsonl'];
    const first = await user.runHere(again);
    server.recordsLeft = 1;
    expect(await user.runHere(again)).toEqual(first);
    expect(server.recordsLeft).toBe(1);
  });

  it('uses up the records left, even if they are fewer than a page', async () => {
    server.chargesWholePages = true;
    server.recordsLeft = 30;
    const { status, stdout } = await user.runHere(['search', '--max-records', '130', '--jsonl']);
    expect([status, stdout.trimEnd().split('\n').length, server.recordsLeft]).toEqual([4, 30, 0]);
  });

  it('says up front that there are not enough records, uses up the rest, then exits with 4', async () => {
    server.recordsLeft = 120;
    const { status, stdout, stderr } = await user.runHere(['search', '--max-records', '260', '--jsonl']);
    expect(status).toBe(4);
    expect(stdout.trimEnd().split('\n')).toHaveLength(120);
    expect(stderr).toMatch(
      /^warning: 260 signals match; you have 120 records left: only the first 120 can be fetched\.\n/,
    );
    expect(stderr).toContain('To continue, add: --cursor cursor-120 --max-records 140\n');
  });
});
