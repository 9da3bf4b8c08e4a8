import { testCompanies, testSignals } from '@heliograph/test-corpus';
import { waitFor } from '@heliograph/testing';
import { ApiClient, type Page, type Problem, type Usage } from './support/api-client';
import type { RunningSystem } from './support/running-system';
import { sharedSystem } from './support/shared-system';

let system: RunningSystem;
let live: ApiClient;
/** A test key of the same account. */
let test: ApiClient;

beforeAll(async () => {
  system = await sharedSystem();
  live = await system.newClient();
  const args = ['--account', live.ids.accountId, '--scopes', 'signals:read,companies:read', '--test'];
  const made = await system.adminJson<{ id: string; key: string; test: boolean }>('key', 'create', ...args);
  expect(made).toMatchObject({ test: true });
  test = new ApiClient(system.url, made.key, { accountId: live.ids.accountId, keyId: made.id });
});

const remaining = ({ headers }: { headers: Headers }) => Number(headers.get('x-records-remaining'));
const outcome = (value: string, more: Record<string, string> = {}) => ({ 'x-test-outcome': value, ...more });

it('reads the test corpus page by page, which live keys never see', async () => {
  expect(test.key).toMatch(/^hg_test_[0-9A-Za-z]{38}$/);
  const seen: string[] = [];
  let cursor: string | null = '';
  do {
    const { body }: { body: { data: Page } } = await test.search(cursor ? { cursor } : {});
    seen.push(...body.data.items.map(({ id }) => id));
    ({ nextCursor: cursor } = body.data);
  } while (cursor !== null);
  const expected = [...testSignals]
    .map(({ activityDate, id }) => ({ id, place: `${activityDate} ${id}` }))
    .sort((one, two) => (one.place < two.place ? 1 : -1))
    .map(({ id }) => id);
  expect(seen).toEqual(expected);
  expect((await live.search({ ids: seen[0]! })).body.data.items).toEqual([]);
  const liveSlug = (await live.search({ limit: 1 })).body.data.items[0]!.company.slug;
  expect((await test.get(`/api/v1/companies/${liveSlug}`)).status).toBe(404);
  expect((await live.get('/api/v1/companies/busyfield-group')).status).toBe(404);
});

it.each<[Record<string, string | number>, (signal: (typeof testSignals)[number]) => boolean]>([
  [{ q: '"series a" -drawing' }, ({ title }) => /\bseries a\b/i.test(title)],
  [{ q: '新工場' }, ({ title }) => title.includes('新工場')],
  [{ category: 'layoffs,ipo' }, ({ category }) => category === 'layoffs' || category === 'ipo'],
  [{ hiringState: 'internship' }, ({ hiring }) => hiring?.types?.includes('internship') === true],
  [{ fundingCurrency: 'EUR', fundingMin: 0 }, ({ funding }) => funding?.currency === 'EUR'],
  [{ dateFrom: '2026-09-01', dateTo: '2026-09-03' }, ({ activityDate }) => /-09-0[123]$/.test(activityDate)],
  [
    { size: '1-49' },
    ({ companySlug }) => {
      const { employeeCount = 0 } = testCompanies.find(({ slug }) => slug === companySlug)!;
      return employeeCount >= 1 && employeeCount <= 49;
    },
  ],
])('finds what %j matches', async (query, matches) => {
  const wanted = testSignals.filter(matches).map(({ id }) => id);
  expect(wanted.length).toBeGreaterThan(0);
  const total = await test.get<{ data: { total: number } }>('/api/v1/signals', { ...query, countOnly: true });
  expect(total.body.data.total).toBe(wanted.length);
  const { items } = (await test.search(query)).body.data;
  expect(items.map(({ id }) => id).sort()).toEqual(wanted.slice().sort().slice(0, 50));
});

it('returns companies, filter options, facets, and groups from the test corpus', async () => {
  const company = await test.get<{ data: object }>('/api/v1/companies/no.signals_yet');
  expect(company.body.data).toMatchObject({ slug: 'no.signals_yet', signalCount: 0, size: '1-49' });
  const options = await test.get<{ data: { categories: { id: string }[] } }>('/api/v1/filter-options');
  expect(options.body.data.categories.map(({ id }) => id).sort()).toEqual(
    [...new Set(testSignals.map(({ category }) => category))].sort(),
  );
  const facets = await test.get<{ data: { facets: { company: { values: object[] } } } }>('/api/v1/signals', {
    countOnly: true,
    facets: 'company',
  });
  expect(facets.body.data.facets.company.values[0]).toMatchObject({ value: 'busyfield-group' });
  const searchGroups = JSON.stringify({
    op: 'and',
    groups: [{ scope: 'company', match: 'and', terms: ['series a', 'hiring'] }],
  });
  const { items } = (await test.search({ searchGroups })).body.data;
  expect(new Set(items.map((item) => item.company.slug))).toContain('amberwick-robotics');
});

it('suggests and identifies from the test corpus', async () => {
  const suggested = await test.get<{ data: { items: object[] } }>('/api/v1/suggest', {
    kind: 'company',
    prefix: 'amber',
  });
  const count = testSignals.filter(({ companySlug }) => companySlug === 'amberwick-robotics').length;
  expect(suggested.body.data.items).toEqual([
    { value: 'amberwick-robotics', label: 'Amberwick Robotics', count },
  ]);
  const identify = async (client: ApiClient, query: Record<string, string>) => {
    const { body } = await client.get<{ data: { items: { slug: string; matchedBy: string }[] } }>(
      '/api/v1/companies/identify',
      query,
    );
    return body.data.items.map(({ slug, matchedBy }) => [slug, matchedBy]);
  };
  const host = { domain: 'jobs@mail.amberwick-robotics.example' };
  expect(await identify(test, host)).toEqual([['amberwick-robotics', 'parent_domain']]);
  expect(await identify(live, host)).toEqual([]);
  expect(await identify(test, { name: 'amberwick ROBOTICS' })).toEqual([['amberwick-robotics', 'name']]);
  expect(await identify(test, { name: 'Amberwick Robotics, Inc.' })).toEqual([
    ['amberwick-robotics', 'name_without_legal_form'],
  ]);
});

it('has budgets separate from those of live keys', async () => {
  const budget = { 'x-budget-id': 'test-keys', 'x-budget-records': '3' };
  expect((await test.search({ limit: 2 }, budget)).headers.get('x-budget-remaining')).toBe('1');
  const refused = await test.problem({ limit: 2 }, budget);
  expect([refused.status, refused.body.code]).toEqual([402, 'budget_reached']);
  expect((await live.search({ limit: 2 }, budget)).headers.get('x-budget-remaining')).toBe('1');
});

it('starts the monthly cap of a rolled test key over', async () => {
  const { accountId } = live.ids;
  const cap = ['--scopes', 'signals:read', '--test', '--monthly-cap', '2'];
  const made = await system.adminJson<{ id: string; key: string }>(
    'key',
    'create',
    '--account',
    accountId,
    ...cap,
  );
  const ask = async (key: string) =>
    (await new ApiClient(system.url, key, { accountId, keyId: made.id }).get('/api/v1/signals', { limit: 2 }))
      .status;
  expect([await ask(made.key), await ask(made.key)]).toEqual([200, 402]);
  const rolled = await system.adminJson<{ key: string }>('key', 'roll', made.id, '--overlap-hours', '0');
  expect([await ask(rolled.key), await ask(rolled.key)]).toEqual([200, 402]);
});

it('counts test records down daily, and never in usage, metering, or reconciliation', async () => {
  const liveBefore = await live.exactUsage();
  const before = await test.search({ limit: 1 });
  const after = await test.search({ limit: 7 });
  expect(after.headers.get('x-records-consumed')).toBe('7');
  expect(remaining(before) - remaining(after)).toBe(7);
  const usage = await test.get<{ data: Usage }>('/api/v1/usage');
  expect(remaining(usage)).toBe(remaining(after));
  expect(usage.body.data).toMatchObject({ requests: 0, records: 0, days: [], balance: { amount: '0.000' } });
  expect(await live.exactUsage()).toEqual(liveBefore);
  const { accountId, keyId } = test.ids;
  const report = await system.adminJson<{ requests: number; byKey: { credential: string }[] }>(
    ...(['usage', '--account', accountId] as const),
  );
  expect(report.requests).toBe(liveBefore.requests);
  expect(report.byKey.map(({ credential }) => credential)).not.toContain(keyId);
});

it('has statements of no charges and no account', async () => {
  await test.search({ limit: 1 });
  const month = new Date().toISOString().slice(0, 7);
  const response = await fetch(`${system.url}/api/v1/usage/statement?month=${month}`, {
    headers: { authorization: `Bearer ${test.key}` },
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/jose']);
  const [, payload] = (await response.text()).split('.');
  expect(JSON.parse(Buffer.from(payload!, 'base64url').toString())).toEqual({
    accountId: 'test',
    month,
    totals: { requests: 0, records: 0, amountMicros: 0 },
    first: null,
    last: null,
    issuedAt: expect.any(String) as string,
  });
});

it('replays, refuses, and holds an Idempotency-Key as with live keys', async () => {
  const key = { 'idempotency-key': 'test-keys-replay-1' };
  const first = await test.search({ limit: 2 }, key);
  const again = await test.search({ limit: 2 }, key);
  expect([again.text, again.headers.get('idempotency-replayed'), remaining(again)]).toEqual([
    first.text,
    'true',
    remaining(first),
  ]);
  const other = await test.get<Problem>('/api/v1/signals', { limit: 3 }, key);
  expect([other.status, other.body.code]).toEqual([409, 'idempotency_conflict']);
  const slowly = () =>
    test.get<Problem>(
      '/api/v1/signals',
      { limit: 1 },
      outcome('slow', { 'idempotency-key': 'test-keys-slow-1' }),
    );
  const both = (await Promise.all([slowly(), slowly()])).sort((one, two) => one.status - two.status);
  expect(both.map(({ status }) => status)).toEqual([200, 409]);
  expect(both[1]!.body.code).toBe('idempotency_in_progress');
});

it.each([
  ['insufficient_records', 402, null],
  ['rate_limited', 429, /^[1-9]\d?$/],
  ['unavailable', 503, /^1$/],
  ['internal', 500, null],
])('makes %s happen, on every route', async (code, status, retryAfter) => {
  for (const path of ['/api/v1/signals', '/api/v1/companies/busyfield-group', '/api/v1/usage']) {
    const response = await test.get<Problem>(path, {}, outcome(code));
    expect([response.status, response.body.code]).toEqual([status, code]);
    if (retryAfter) expect(response.headers.get('retry-after')).toMatch(retryAfter);
    else expect(response.headers.get('retry-after')).toBeNull();
    expect(response.headers.get('x-ratelimit-limit')).not.toBeNull();
    expect(response.headers.get('link') ?? '').toMatch(status === 503 ? /rel="status"/ : /^$/);
  }
});

it('is slow on request, with the right response', async () => {
  const started = performance.now();
  const response = await test.search({ limit: 1 }, outcome('slow'));
  expect(performance.now() - started).toBeGreaterThan(2_900);
  expect(response.body.data.items).toHaveLength(1);
});

it('refuses an unknown outcome, and any outcome with a live key, and lists it with the other issues', async () => {
  for (const [client, value] of [
    [test, 'teapot'],
    [live, 'unavailable'],
  ] as const) {
    const { status, body } = await client.get<Problem>('/api/v1/signals', { limit: 99 }, outcome(value));
    expect([status, body.code]).toEqual([400, 'invalid_parameter']);
    expect(body.errors?.map(({ parameter }) => parameter).sort()).toEqual(['X-Test-Outcome', 'limit']);
  }
});

it('refuses a cursor of the other kind of key', async () => {
  const cursorOf = async (client: ApiClient) => (await client.search({ limit: 1 })).body.data.nextCursor!;
  for (const [of, at] of [
    [test, live],
    [live, test],
  ] as const) {
    const response = await at.get<Problem>('/api/v1/signals', { cursor: await cursorOf(of) });
    expect([response.status, response.body.code]).toEqual([400, 'cursor_invalid']);
  }
});

it('has its own per-minute limit and works only under /api/v1', async () => {
  const used = async (client: ApiClient) =>
    Number((await client.get('/api/v1/usage')).headers.get('x-ratelimit-remaining'));
  const before = await used(live);
  for (let index = 0; index < 5; index += 1) await test.get('/api/v1/usage');
  // A new minute may have begun.
  expect(await used(live)).toBeGreaterThanOrEqual(before - 1);
  const elsewhere = await test.get<Problem>('/api/cli/v1/signals');
  expect([elsewhere.status, elsewhere.body.code]).toEqual([401, 'invalid_credentials']);
});

it('can be rolled into another test key and revoked like any key', async () => {
  const rolled = await system.adminJson<{ key: string; test: boolean }>(
    ...(['key', 'roll', test.ids.keyId, '--overlap-hours', '1'] as const),
  );
  expect([rolled.key.slice(0, 8), rolled.test]).toEqual(['hg_test_', true]);
  await system.adminJson('key', 'revoke', test.ids.keyId);
  await waitFor(async () => (await test.get('/api/v1/usage')).status === 401, {
    timeoutMs: 5_000,
    description: 'the revocation',
  });
});
