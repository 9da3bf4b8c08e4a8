import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { problem, signalOf, success } from './support/interface-responses';
import { userForEach } from './support/program';

const { server, user } = userForEach({ isLoggedIn: true });

const keys = () => server.seenOf('/signals').map(({ headers }) => headers['idempotency-key']);

it('retries after a 503 and a broken connection, with the same Idempotency-Key', async () => {
  server.fail('/signals', problem(503, 'unavailable', 'Down.'), 'drop-after');
  const { status, stdout } = await user.run(['search', '--json']);
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ items: [{ id: '1' }, { id: '2' }, { id: '3' }] });
  expect(keys()).toHaveLength(3);
  expect(new Set(keys()).size).toBe(1);
});

describe.each([
  ['search', '/signals', ['search', '--limit', '2', '--fields', 'id']],
  ['open', '/signals', ['open', '1', '--print']],
  ['company', '/companies/acme-robotics', ['company', 'acme-robotics', '--fields', 'name']],
  ['api', '/signals', ['api', 'signals', '-f', 'limit=2']],
])('a lost response of %s', (_name, path, command) => {
  const told = (stderr: string) => /add: (--idempotency-key \S+)\n/.exec(stderr)?.[1];
  const run = [...command, '--quiet', '--max-wait', '1'];
  const long = problem(429, 'rate_limited', 'Too many.', { retryAfter: 60 });

  it('can be repeated as told, without paying twice', async () => {
    server.fail(path, 'drop-after', long);
    const first = await user.runHere(run);
    expect([first.status, told(first.stderr)]).toEqual([5, expect.any(String)]);
    const { recordsLeft } = server;
    expect(recordsLeft).toBeLessThan(480);
    const { status } = await user.runHere([...run, ...told(first.stderr)!.split(' ')]);
    expect([status, server.recordsLeft]).toEqual([0, recordsLeft]);
    const requests = server
      .seenOf(path)
      .map(({ query, headers }) => `${query} ${headers['idempotency-key']}`);
    expect([requests.length, new Set(requests).size]).toEqual([3, 1]);
  });

  it('has the key in the JSON error', async () => {
    server.fail(path, 'drop-after', long);
    const { stderr } = await user.runHere([...run, '--json']);
    expect(JSON.parse(stderr)).toMatchObject({
      error: { code: 'rate_limited', idempotencyKey: expect.stringMatching(/^signals-page-/) as string },
    });
  });

  it('can be repeated with the user’s key', async () => {
    server.fail(path, 'drop-after', long);
    const { stderr } = await user.runHere([...run, '--idempotency-key', 'nightly-run']);
    expect(told(stderr)).toBe('--idempotency-key nightly-run');
  });

  it('is not reported for a request that was rejected, or never sent', async () => {
    server.fail(path, long);
    expect(told((await user.runHere(run)).stderr)).toBeUndefined();
    server.fail(path, problem(402, 'insufficient_records', 'No records are left.'));
    expect(told((await user.runHere(run)).stderr)).toBeUndefined();
    const stranger = await user.runHere(run, { HOME: join(user.home, 'stranger') });
    expect([stranger.status, told(stranger.stderr)]).toEqual([3, undefined]);
  });
});

it.each([
  ['/saved-searches', ['create', '--name', 'Robots', 'robots']],
  ['/rotate-secret', ['rotate-secret', 'one']],
])('names the key of a request whose response was lost (%s)', async (path, words) => {
  const command = ['saved', ...words, '--max-wait', '1'];
  server.fail(path, 'drop-after', problem(429, 'rate_limited', 'Too many.', { retryAfter: 60 }));
  const { stderr } = await user.runHere(command);
  const key = /add: --idempotency-key (\S+)\n/.exec(stderr)![1];
  await user.runHere([...command, '--idempotency-key', key!]);
  const sent = server.seenOf(path).map(({ headers }) => headers['idempotency-key']);
  expect(sent).toEqual([key, key, key]);
});

it('announces no retry of a request that is sent only once', async () => {
  for (const command of [
    ['test', 'one'],
    ['replay', 'one', '--delivery', 'two'],
    ['replay', 'one', '--since', '2026-11-23T08:00:00Z'],
    ['update', 'one', '--webhook', 'https://example.com/hook'],
  ]) {
    server.fail('', problem(429, 'rate_limited', 'Too many.', { retryAfter: 5 }));
    const { status, stderr } = await user.runHere(['saved', ...command]);
    expect([status, stderr]).toEqual([5, 'signals: Too many.\nTry again in 5 s.\n']);
  }
});

it('fails if the webhook did not accept the test event, and prints what it answered', async () => {
  const at = '2026-11-23T08:00:00.000Z';
  const sent = { id: 'two', at, items: 0, attempts: 1, test: true };
  server.fail(
    '/test',
    success({ ...sent, state: 'failed', lastAttempt: { at, status: 500, failure: 'It answered 500.' } }),
    success({ ...sent, state: 'delivered', lastAttempt: { at, status: 204 } }),
  );
  const failed = await user.runHere(['saved', 'test', 'one', '--json']);
  expect([failed.status, JSON.parse(failed.stdout)]).toMatchObject([1, { id: 'two', state: 'failed' }]);
  expect(JSON.parse(failed.stderr)).toMatchObject({
    error: { code: 'webhook_failed', message: 'The webhook did not accept the test event. It answered 500.' },
  });
  expect(await user.runHere(['saved', 'test', 'one'])).toMatchObject({ status: 0, stderr: '' });
});

it('reports a key that cannot be sent as wrong usage, and not as a key to repeat', async () => {
  expect(await user.runHere(['search', '--idempotency-key', '日本-2026'])).toMatchObject({
    status: 2,
    stderr: 'signals: --idempotency-key cannot be sent in a header.\n',
  });
  expect(server.seen).toEqual([]);
});

it('sends and reports an Idempotency-Key passed to api as a header', async () => {
  server.fail('/signals', 'drop-after', problem(429, 'rate_limited', 'Too many.', { retryAfter: 60 }));
  const { stderr } = await user.runHere([
    'api',
    'signals',
    '-H',
    'idempotency-key: nightly-run',
    '--max-wait',
    '1',
  ]);
  expect(stderr).toContain('add: --idempotency-key nightly-run\n');
  expect(keys()).toEqual(['nightly-run', 'nightly-run']);
});

it('waits out a short rate limit, says so, and is never early', async () => {
  server.fail('/signals', problem(429, 'rate_limited', 'Too many.', { retryAfter: 1 }));
  const startedAt = Date.now();
  const { status, stderr } = await user.run(['search', '--json']);
  expect(status).toBe(0);
  expect(stderr).toBe('Rate limit reached: retrying in 1 s …\n');
  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(1_000);
  expect(server.seenOf('/signals')).toHaveLength(2);
});

it('exits with 5 at a long rate limit, without another request', async () => {
  server.fail(
    '/signals',
    problem(429, 'rate_limited', 'This account sent too many searches.', { retryAfter: 45 }),
  );
  const { status, stdout, stderr } = await user.run(['search']);
  expect({ status, stdout, stderr }).toEqual({
    status: 5,
    stdout: '',
    stderr: 'signals: This account sent too many searches.\nTry again in 45 s.\n',
  });
  expect(server.seenOf('/signals')).toHaveLength(1);
});

it.each([502, 504])('waits no longer than allowed after a %d of a proxy', async (status) => {
  server.fail('/signals', { status, headers: { 'Retry-After': '3600' } });
  const { stderr } = await user.runHere(['search']);
  expect(stderr).toContain('Try again in 3600 s');
  expect(server.seenOf('/signals')).toHaveLength(1);
});

it('does not wait for a rate limit with --max-wait 0', async () => {
  server.fail('/signals', problem(429, 'rate_limited', 'Too many.', { retryAfter: 1 }));
  expect((await user.runHere(['search', '--max-wait', '0'])).status).toBe(5);
});

it.each([
  [
    problem(402, 'insufficient_records', 'The allowance has 2 records left.'),
    4,
    'Ask for fewer (search: --limit), or see http://127',
  ],
  [problem(403, 'account_suspended', 'The account is suspended.'), 3, 'Contact the operator'],
  [problem(403, 'access_restricted', 'Maintenance until noon.'), 3, 'Contact the operator'],
  [problem(400, 'client_too_old', 'Update to 0.4.0.'), 1, 'npm install --global'],
  [problem(404, 'not_found', 'There is nothing here.'), 1, ''],
  [problem(500, 'internal', 'An unexpected error occurred.'), 1, '--verbose'],
])('reports %j and exits with %d', async (response, expected, remedy) => {
  server.fail('/signals', response);
  const { status, stderr, stdout } = await user.runHere(['search']);
  expect({ status, stdout }).toEqual({ status: expected, stdout: '' });
  const [what, todo = ''] = stderr.split('\n');
  expect(what).toBe(`signals: ${(response.body as { detail: string }).detail}`);
  expect(todo).toContain(remedy);
  expect(server.seenOf('/signals')).toHaveLength(1);
});

it("names flags in the API's errors", async () => {
  server.fail(
    '/signals',
    problem(400, 'invalid_parameter', '2 parameters are invalid.', {
      errors: [
        { parameter: 'category', message: 'names no category: fundng' },
        { parameter: 'searchGroups', message: 'has too many terms' },
      ],
    }),
  );
  const { status, stderr } = await user.runHere(['search', '--category', 'fundng', '--json', '--verbose']);
  expect(status).toBe(2);
  const told = stderr.split('\n').find((line) => line.startsWith('{'))!;
  expect(JSON.parse(told)).toEqual({
    error: {
      code: 'invalid_parameter',
      message: '--category names no category: fundng; --group has too many terms.',
      remedy: expect.any(String) as string,
      status: 400,
      requestId: 'request-1',
      exitCode: 2,
      errors: [
        { parameter: '--category', message: 'names no category: fundng' },
        { parameter: '--group', message: 'has too many terms' },
      ],
    },
  });
});

it('names the lists of identifiers instead of an API path', async () => {
  const message = '"x" is not a filter option; GET /api/v1/filter-options lists them';
  const errors = ['category', 'hiringFunction', 'category'].map((parameter) => ({ parameter, message }));
  server.fail('/signals', problem(400, 'invalid_parameter', '3 errors.', { errors }));
  const { stderr } = await user.runHere(['search', '--category', 'x,x', '--hiring-function', 'x']);
  const told = '"x" is not a filter option';
  expect(stderr.split(/\s+/).join(' ')).toBe(
    `signals: --category ${told}; --hiring-function ${told}; --category ${told}. ` +
      'For the values: signals options categories, signals options hiring-functions ',
  );
});

it('distinguishes an invalid API key from a missing login', async () => {
  const { status, stderr } = await user.runHere(['search'], { SIGNALS_API_KEY: 'hg_live_wrong' });
  expect(status).toBe(3);
  expect(stderr).toBe(
    'signals: The key is not valid.\nSet SIGNALS_API_KEY to a valid key, or unset it and run: signals login\n',
  );
});

it.each([
  ['/signals', ['search'], { SIGNALS_API_KEY: 'hg_live_x' }],
  ['/signals', ['search'], {}],
  ['/metadata', ['login'], {}],
] as const)('says at %s how to set the address when it is not the API’s', async (path, args, variables) => {
  const detail = 'This is the dashboard. The data API is at https://api.example.com.';
  const refusal = problem(421, 'invalid_parameter', detail);
  // fetch retries a 421 once, over another connection (RFC 9110, section 15.5.20).
  server.fail(path, refusal, refusal);
  const { status, stderr } = await user.runHere([...args], variables);
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: `signals: ${detail}\nSet the address of the API with --api-url, SIGNALS_API_URL, or: signals config set api-url URL\n`,
  });
});

it('says where it looked when the API does not answer', async () => {
  await server.stop();
  const { status, stderr } = await user.runHere(['search']);
  expect(status).toBe(1);
  expect(stderr).toContain(server.url);
  expect(stderr).toContain('ECONNREFUSED');
  expect(stderr).toContain('--api-url');
});

it('shows requests with --verbose, and no secrets', async () => {
  server.logins[0]!.expiresAt = 0;
  const { status, stderr } = await user.run(['search', 'robots', '--verbose']);
  expect(status).toBe(0);
  expect(stderr).toMatch(/^> GET http:\S+\/api\/cli\/v1\/signals\?q=robots \(idempotency-key [\w-]+\)$/m);
  expect(stderr).toMatch(/^< 401 after \d+ ms, request request-1$/m);
  expect(stderr).toMatch(/^> POST \S+\/token$/m);
  expect(stderr).toMatch(
    /^< 200 after \d+ ms, request request-3, records consumed 3, records remaining 477$/m,
  );
  expect(stderr).not.toMatch(/hg_(?:cli|ref)_|Bearer/);
});

it('ends quietly when its reader closes the pipe', async () => {
  server.signals = Array.from({ length: 50 }, (_, index) => signalOf(index, 'x'.repeat(2_000)));
  const running = user.start(['search', '--json']);
  // The rest of its output is lost on purpose.
  running.outcome.catch(() => undefined);
  running.process.stdout!.once('data', () => running.process.stdout!.destroy());
  const [status] = (await once(running.process, 'exit')) as [number];
  expect(status).toBe(0);
  expect(running.said()).toBe('');
});

it.each([
  ['SIGHUP', 129],
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('ends cleanly on %s, with %d', async (signal, expected) => {
  server.fail('/signals', problem(429, 'rate_limited', 'Too many.', { retryAfter: 20 }));
  const running = user.start(['search']);
  running.process.stderr!.once('data', () => running.process.kill(signal));
  const { status, stdout, stderr } = await running.outcome;
  expect({ status, stdout }).toEqual({ status: expected, stdout: '' });
  expect(stderr.split('\n')).toEqual([
    'Rate limit reached: retrying in 20 s …',
    'signals: Interrupted.',
    expect.stringMatching(/^To repeat it safely, add: --idempotency-key signals-page-/),
    '',
  ]);
});

it('says what to do in an unbuilt checkout', async () => {
  // Run a copy in a directory without dist.
  const directory = mkdtempSync(join(user.home, 'checkout-'));
  mkdirSync(join(directory, 'bin'));
  const program = join(directory, 'bin/signals.js');
  copyFileSync(join(__dirname, '../bin/signals.js'), program);
  const child = spawn(process.execPath, [program, 'search']);
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [status] = (await once(child, 'close')) as [number];
  expect({ status, said }).toEqual({
    status: 1,
    said: 'signals: this checkout has not been built yet.\nRun: npm run build\n',
  });
});
