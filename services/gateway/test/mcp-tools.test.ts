import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { identity } from '@heliograph/proto';
import { generateApiKey, ServiceError } from '@heliograph/runtime';
import { waitFor } from '@heliograph/testing';
import { call, connectAgent, failure, fresh, message, post } from './support/agent';
import { itemsOf } from './support/backend-responses';
import { startGateway, withKey, type TestGateway } from './support/gateway';

let gateway: TestGateway;
let url: string;
let agent: Client;
beforeAll(async () => {
  gateway = await startGateway();
  url = `${gateway.url}/mcp`;
  agent = await connectAgent(url, withKey(gateway.key));
});
beforeEach(() => {
  gateway.backend.search = async (request) => itemsOf(request);
});
afterAll(async () => {
  await agent.close();
  await gateway.stop();
});

const faultsOf = async (tool: string, args: Record<string, unknown>) =>
  (await failure(agent, tool, args)).problem.errors!.map(({ parameter }) => parameter);

describe('search_signals', () => {
  it('returns the same as the API and the cost', async () => {
    const q = fresh();
    const { ledger } = gateway.backend;
    const { data, records, texts } = await call(agent, 'search_signals', { q, limit: 2 });
    const api = (await (await gateway.get(`/signals?q=${q}&limit=2`)).json()) as { data: object };
    expect(data).toEqual(api.data);
    expect(records).toEqual({
      consumed: 2,
      remaining: ledger.remaining + 2,
      price: '$0.005',
      replayed: false,
    });
    expect(JSON.parse(texts[0]!)).toEqual({ data, records });
    expect(texts[1]).toBe(`Cost: 2 records at $0.005 each. ${ledger.remaining + 2} records are left.`);
  });

  it('includes the receipt for each charged call, including a replay, but none for free calls', async () => {
    const calling = (tool: string, args: object, id = 1) =>
      message('tools/call', { name: tool, arguments: args }, id);
    const receiptOf = async (body: unknown) => {
      const response = await post(url, withKey(gateway.key), body);
      expect(response.status).toBe(200);
      return response.headers.get('x-receipt');
    };
    const search = calling('search_signals', { q: fresh(), limit: 2 });
    const receipt = await receiptOf(search);
    expect(receipt).toMatch(/^[1-9]\d*\.[0-9a-f]{64}$/);
    expect(await receiptOf(search)).toBe(receipt);
    expect(await receiptOf(calling('count_signals', { q: fresh() }))).toMatch(/^[1-9]\d*\.[0-9a-f]{64}$/);
    const batch = [1, 2].map((id) => calling('search_signals', { q: fresh(), limit: id }, id));
    expect((await receiptOf(batch))!.split(', ')).toHaveLength(2);
    expect(await receiptOf(calling('usage', {}))).toBeNull();
  });

  it("translates typed arguments to the API's format", async () => {
    await call(agent, 'search_signals', {
      q: 'ümlaut & "two words" 100%',
      category: ['funding', 'hiring'],
      industries: ['Robotics, general', 'Aerospace'],
      locations: [{ value: 'Paris', kind: 'city' }],
      searchGroups: { groups: [{ terms: ['a'], match: 'and', scope: 'activity' }], op: 'or' },
      days: 30,
      fundingMin: 0.5,
      limit: 3,
      country: null,
      companies: [],
    });
    const { filters } = gateway.backend.searches.at(-1)!;
    expect(filters).toMatchObject({
      q: 'ümlaut & "two words" 100%',
      categories: ['funding', 'hiring'],
      industries: ['Aerospace', 'Robotics, general'],
      fundingMin: 0.5,
      country: '',
      companies: [],
    });
    expect(filters!.locations).toMatchObject([{ value: 'Paris' }]);
    expect(filters!.searchGroups).toMatchObject({ groups: [{ terms: ['a'] }] });
  });

  it('names all issues in its arguments', async () => {
    const { text, problem } = await failure(agent, 'search_signals', {
      countOnly: true,
      query: 'x',
      companies: ['Acme, Inc.'],
      q: { text: 'x' },
      max_records: [5],
    });
    expect(problem).toMatchObject({ status: 400, code: 'invalid_parameter' });
    expect(problem.errors!.map(({ parameter }) => parameter)).toEqual([
      'countOnly',
      'query',
      'companies',
      'q',
      'max_records',
    ]);
    expect(text).toContain('- q must be a single value');
    expect(text).toContain('What to do: Correct the named arguments');
    expect(text).toContain('Nothing was charged.');
    const ofApi = await failure(agent, 'search_signals', { limit: 51, days: 8, category: ['nonsense'] });
    expect(ofApi.problem.errors!.map(({ parameter }) => parameter).sort()).toEqual([
      'category',
      'days',
      'limit',
    ]);
    expect(await faultsOf('search_signals', { limit: 99, foo: 1, days: '5', category: ['x', 'y'] })).toEqual([
      'foo',
      'days',
      'limit',
      'category',
      'category',
    ]);
    expect(await faultsOf('get_company', { foo: 1, fields: ['nonsense'], max_records: -1 })).toEqual([
      'foo',
      'slug',
      'fields',
      'max_records',
    ]);
    expect(await faultsOf('suggest', { kind: ['company'], limit: 0 })).toEqual(['kind', 'prefix', 'limit']);
    for (const q of ['\ud800', 'a\0b'])
      expect((await failure(agent, 'search_signals', { q })).problem.status).toBe(400);
  });

  it('follows cursors', async () => {
    const first = await call(agent, 'search_signals', { limit: 1, q: fresh() });
    expect(first.data['nextCursor']).toEqual(expect.any(String));
    const wrong = await failure(agent, 'search_signals', {
      limit: 1,
      q: fresh(),
      cursor: first.data['nextCursor'],
    });
    expect(wrong.problem.code).toBe('cursor_mismatch');
  });
});

describe('other tools', () => {
  it('count_signals is free and accepts facets', async () => {
    const { data, records, texts } = await call(agent, 'count_signals', { q: fresh() });
    expect(data).toEqual({ total: expect.any(Number) });
    expect(records).toMatchObject({ consumed: 0, replayed: false });
    expect(texts[1]).toMatch(/^Free\. /);
    expect((await failure(agent, 'count_signals', { limit: 5 })).text).toContain('limit is not an argument');
    expect((await failure(agent, 'count_signals', { facets: ['color'] })).problem.code).toBe(
      'invalid_parameter',
    );
  });

  it('get_company costs one record', async () => {
    const { data, records } = await call(agent, 'get_company', { slug: 'acme-robotics' });
    expect(data).toMatchObject({ slug: 'acme-robotics' });
    expect(records).toMatchObject({ consumed: 1 });
    for (const slug of ['no-such-company', 'Not/a slug', '../usage', '%2e']) {
      expect((await failure(agent, 'get_company', { slug })).problem).toMatchObject({ code: 'not_found' });
    }
    for (const args of [{}, { slug: '' }, { slug: null }]) {
      expect((await failure(agent, 'get_company', args)).text).toContain('- slug is required');
    }
  });

  it('suggest and identify_company match the API, too', async () => {
    expect((await failure(agent, 'suggest', { kind: 'color' })).problem.errors!.length).toBe(2);
    const { problem } = await failure(agent, 'identify_company', { domain: 'a.example', name: 'b' });
    expect(problem.status).toBe(400);
  });

  it('filter_options and usage are free', async () => {
    const options = await call(agent, 'filter_options');
    expect(options.data).toMatchObject({ categories: expect.any(Array), more: [] });
    const usage = await call(agent, 'usage');
    expect(usage.data['month']).toBe('2026-11');
    for (const { records } of [options, usage]) {
      expect(records).toMatchObject({ consumed: 0, remaining: 49 + 1_950 });
    }
    expect((await failure(agent, 'usage', { month: '2026-13' })).problem.code).toBe('invalid_parameter');
  });

  it('filter_options shows one list', async () => {
    const { data: all } = await call(agent, 'filter_options', { list: null });
    const { data } = await call(agent, 'filter_options', { list: 'hiring.functions' });
    expect(data).toEqual({
      hiring: { functions: (all['hiring'] as Record<string, unknown>)['functions'] },
      more: [],
    });
    for (const list of ['hiring', 'labels', 1, ['sizes']]) {
      const { problem, text } = await failure(agent, 'filter_options', { list });
      expect(problem.errors).toMatchObject([{ parameter: 'list' }]);
      expect(text).toContain('hiring.functions');
    }
    expect((await failure(agent, 'usage', { list: 'sizes' })).problem.code).toBe('unknown_parameter');
  });
});

describe('the same call again', () => {
  it('replays free of charge, however its arguments are written', async () => {
    const q = fresh();
    const first = await call(agent, 'search_signals', { q, limit: 2, category: ['funding'] });
    const charges = gateway.backend.ledger.charges.length;
    for (const args of [
      { q, limit: 2, category: ['funding'] },
      { category: 'funding', limit: '2', q, country: null, company: '' },
    ]) {
      const again = await call(agent, 'search_signals', args);
      expect(again.data).toEqual(first.data);
      expect(again.records).toMatchObject({ consumed: 0, replayed: true });
      expect(again.texts[1]).toContain('free of charge');
    }
    expect(gateway.backend.ledger.charges).toHaveLength(charges);
    const begun = [...gateway.backend.ledger.requests.keys()].at(-1)!;
    expect(begun).toMatch(/ mcp-[0-9a-f]{64}$/);
  });

  it('replays for empty lists, false, and other values that mean the same as none', async () => {
    const searchGroups = { op: 'and', groups: [{ scope: 'company', match: 'or', terms: ['a'] }] };
    const excluding = { op: 'and', groups: [{ ...searchGroups.groups[0], exclude: [] }] };
    const args = { q: fresh(), locations: [{ kind: 'city', value: 'Paris' }] };
    await call(agent, 'search_signals', { ...args, searchGroups });
    for (const more of [
      { category: [], industries: [], dateRanges: [], fields: [] },
      { matched: false },
      { searchGroups: excluding },
      { locations: [{ kind: 'city', value: 'Paris', country: '' }] },
    ]) {
      const again = await call(agent, 'search_signals', { ...args, searchGroups, ...more });
      expect([more, again.records.replayed]).toEqual([more, true]);
    }
    const noLocations = { ...args, searchGroups, locations: [] };
    expect((await call(agent, 'search_signals', noLocations)).records.replayed).toBe(false);
    const onlyExcluding = { scope: 'company', match: 'or', exclude: ['a'] };
    const { text } = await failure(agent, 'search_signals', {
      searchGroups: { op: 'and', groups: [onlyExcluding] },
    });
    expect(text).toContain('terms is required');
    const withTerms = { op: 'and', groups: [{ ...onlyExcluding, terms: [] }] };
    await call(agent, 'search_signals', { q: fresh(), searchGroups: withTerms });
    expect(gateway.backend.searches.at(-1)!.filters!.searchGroups).toMatchObject({
      groups: [{ terms: [], exclude: ['a'] }],
    });
  });

  it.each([{ limit: 1 }, { max_records: 40 }, { days: '7' }])('is a different call with %j', async (more) => {
    const args = { q: fresh(), limit: 2 };
    await call(agent, 'search_signals', args);
    expect((await call(agent, 'search_signals', { ...args, ...more })).records.replayed).toBe(false);
  });

  it('is a different call with another tool or key', async () => {
    const q = fresh();
    await call(agent, 'search_signals', { q });
    expect((await call(agent, 'count_signals', { q })).records.replayed).toBe(false);
    const other = await connectAgent(url, withKey(gateway.backend.addKey()));
    expect((await call(other, 'search_signals', { q })).records.replayed).toBe(false);
    await other.close();
  });

  it('waits for one that is still running', async () => {
    const finish = holdSearches();
    const args = { q: fresh(), limit: 1 };
    const searches = gateway.backend.searches.length;
    const first = call(agent, 'search_signals', args);
    await waitFor(() => gateway.backend.searches.length > searches);
    const second = call(agent, 'search_signals', args);
    finish();
    expect((await first).records.consumed).toBe(1);
    expect((await second).records).toMatchObject({ consumed: 0, replayed: true });
  });
});

/** Holds searches that begin from now on. @returns a function that releases them. */
function holdSearches(): () => void {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  gateway.backend.search = async (request) => {
    await held;
    return itemsOf(request);
  };
  return release;
}

describe('failures', () => {
  it('name tools instead of paths, and who sets a header', async () => {
    const { text } = await failure(agent, 'search_signals', { category: ['x'], country: ['a,b'] });
    expect(text).toContain('- category "x" is not a filter option; the tool filter_options lists them');
    expect(text).not.toMatch(/\/api\/|see "errors"/);
    const session = await connectAgent(url, withKey(gateway.key, { 'x-budget-id': 'half' }));
    expect((await failure(session, 'search_signals', { q: fresh() })).text).toContain(
      '- the session’s X-Budget-Records (set by the user; with "signals mcp", --budget-records) must be given with the session’s X-Budget-Id',
    );
    await session.close();
  });

  it('name the arguments instead of the Idempotency-Key made of them', async () => {
    const finish = holdSearches();
    const args = { q: fresh(), limit: 1 };
    const first = call(agent, 'search_signals', args);
    const second = await failure(agent, 'search_signals', args);
    finish();
    await first;
    expect(second.text).toContain('The first request with the same arguments is still running.');
  });

  it('tell a model what to do', async () => {
    gateway.backend.search = () => Promise.reject(new ServiceError('unavailable', 'Search is down.'));
    const { text, problem } = await failure(agent, 'search_signals', { q: fresh() });
    expect(problem).toMatchObject({ status: 503, code: 'unavailable', retryAfterSeconds: 1 });
    expect(text).toContain('Retry after 1 s.');
    expect(text).not.toContain('Idempotency-Key');
  });

  it('name the missing scope', async () => {
    const key = gateway.backend.addKey({ scopes: ['signals:read'] });
    const limited = await connectAgent(url, withKey(key));
    const { text, problem } = await failure(limited, 'get_company', { slug: 'acme-robotics' });
    expect(problem).toMatchObject({ status: 403, code: 'insufficient_scope' });
    expect(text).toContain('companies:read');
    await limited.close();
  });

  it('due to missing records report what is left', async () => {
    const { ledger } = gateway.backend;
    const before = ledger.remaining;
    ledger.remaining = 1;
    const { text, problem } = await failure(agent, 'search_signals', { q: fresh(), limit: 2 });
    ledger.remaining = before;
    expect(problem.code).toBe('insufficient_records');
    expect(text).toMatch(/\d+ records are left\./);
    expect(text).toContain('Nothing was charged.');
  });

  it('due to missing test records tell when more become available', async () => {
    const key = generateApiKey({ isTest: true }).secret;
    gateway.backend.setVerdict(key, { isTest: true });
    const headers = withKey(key, { 'x-test-outcome': 'insufficient_records' });
    const tester = await connectAgent(url, headers);
    const { text, problem } = await failure(tester, 'search_signals', { q: fresh() });
    expect(problem.code).toBe('insufficient_records');
    expect(problem.detail).toContain('10,000 test records of this UTC day');
    expect(problem.detail).toContain('a live key, or wait until midnight UTC');
    expect(text).toMatch(/What to do: .*a live key, or wait until midnight UTC/);
    expect(text).not.toMatch(/top up|balance|are left/);
    await tester.close();
  });

  it('that a test key asked for alert no operator', async () => {
    const key = generateApiKey({ isTest: true }).secret;
    gateway.backend.setVerdict(key, { isTest: true });
    const tester = await connectAgent(url, withKey(key, { 'x-test-outcome': 'rate_limited' }));
    const { problem } = await failure(tester, 'search_signals', { q: fresh() });
    expect(problem.code).toBe('rate_limited');
    expect(await gateway.metrics()).not.toMatch(/rate_limited_total\{[^}]*limit="service"[^}]*\} [1-9]/);
    await tester.close();
  });

  it('due to the account are the same as over HTTP', async () => {
    const key = gateway.backend.addKey({ verdict: identity.Verdict.ACCOUNT_SUSPENDED });
    expect((await post(url, withKey(key), message('ping'))).status).toBe(403);
  });
});

it('counts calls by tool', async () => {
  const metrics = await gateway.metrics();
  expect(metrics).toMatch(/gateway_tool_calls_total\{[^}]*tool="search_signals",code="none"[^}]*\} \d+/);
  expect(metrics).toMatch(/gateway_tool_calls_total\{[^}]*tool="search_signals",code="replayed"[^}]*\} \d+/);
  expect(metrics).toMatch(/gateway_requests_total\{[^}]*operation="answerAgents"[^}]*\} \d+/);
});
