import { startBeforeAll, waitFor } from '@heliograph/testing';
import type { ApiClient, Problem } from './support/api-client';
import { daysAgo, importCorpus } from './support/corpus';
import { changingSystem } from './support/shared-system';

const NEWS = { q: '"acme news item"' };
const system = startBeforeAll(changingSystem);

beforeAll(async () => {
  await importCorpus(system, {
    companies: [{ slug: 'acme', name: 'Acme' }],
    signals: Array.from({ length: 120 }, (_, index) => ({
      id: String(700_001 + index),
      title: `Acme news item ${index + 1}`,
      category: 'news',
      companySlug: 'acme',
      activityDate: daysAgo(1),
      publishedAt: `${daysAgo(2)}T00:00:00Z`,
    })),
  });
});

const consumed = (response: { headers: Headers }) => Number(response.headers.get('x-records-consumed'));
const remaining = (response: { headers: Headers }) => Number(response.headers.get('x-records-remaining'));

describe('charging', () => {
  it('charges one record per item, first to the allowance, then to the balance; 402 charges nothing', async () => {
    const client = await system.newClient({ usd: 10 });
    const first = await client.search({ limit: 50 });
    expect([consumed(first), remaining(first)]).toEqual([50, 50 + 2_000]);
    await client.search({ limit: 40 });
    // 10 from the allowance and 20 from the balance.
    const split = await client.search({ limit: 30 });
    expect([consumed(split), remaining(split)]).toEqual([30, 2_000 - 20]);
    expect(await client.usage()).toMatchObject({
      month: new Date().toISOString().slice(0, 7),
      requests: 3,
      records: 120,
      allowances: {
        api: { granted: 100, used: 100, remaining: 0 },
        cli: { granted: 500, used: 0, remaining: 500 },
      },
      balance: { currency: 'USD', amount: '9.900', records: 1_980 },
      subscription: null,
    });
  });

  it('answers 402 and charges nothing when there are not enough records for all items', async () => {
    const client = await system.newClient();
    await client.search({ limit: 50 });
    await client.search({ limit: 40 });
    const response = await client.problem({ limit: 11 });
    expect([response.status, response.body.code]).toEqual([402, 'insufficient_records']);
    expect((await client.usage()).allowances.api.remaining).toBe(10);
    expect(consumed(await client.search({ limit: 10 }))).toBe(10);
    // What costs nothing still works with nothing left.
    expect(await client.count(NEWS)).toBe(120);
    const empty = await client.get('/api/v1/signals', { q: 'nothingmatchesthis' });
    expect([empty.status, consumed(empty), remaining(empty)]).toEqual([200, 0, 0]);
    expect((await client.problem({ limit: 1 })).body.code).toBe('insufficient_records');
    expect((await client.get('/api/v1/filter-options')).status).toBe(200);
    const usage = await client.exactUsage();
    expect([usage.requests, usage.records]).toEqual([5, 100]);
  });

  it("enforces a key's monthly cap, whatever the account has, and a changed cap within five seconds", async () => {
    const client = await system.newClient({ usd: 10 });
    const setCap = async (cap: string, left: number) => {
      await system.adminJson('key', 'update', client.ids.keyId, '--monthly-cap', cap);
      await waitFor(async () => remaining(await client.get('/api/v1/usage')) === left, {
        timeoutMs: 5_000,
        description: () => `the cap of ${cap}`,
      });
    };
    await setCap('60', 60);
    const first = await client.search({ limit: 50 });
    expect([consumed(first), remaining(first)]).toEqual([50, 10]);
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const refused = await client.problem({ limit: 11 }, headers);
    expect([refused.status, refused.body.code]).toEqual([402, 'key_cap_reached']);
    expect(refused.body.detail).toContain('used 50 of the 60 records');
    // The refusal charged nothing and freed the Idempotency-Key.
    const last = await client.search({ limit: 10 }, headers);
    expect([consumed(last), remaining(last)]).toEqual([10, 0]);
    expect(await client.count(NEWS)).toBe(120);
    expect((await client.problem({ limit: 1 })).body.code).toBe('key_cap_reached');
    expect((await client.usage()).records).toBe(60);
    await setCap('none', 40 + 2_000);
    expect(consumed(await client.search({ limit: 1 }))).toBe(1);
  });

  it('credits a reference once', async () => {
    const client = await system.newClient();
    const credit = [
      'credit',
      'add',
      '--account',
      client.ids.accountId,
      '--usd',
      '10.01',
      '--reference',
      'invoice-7',
    ];
    await system.adminJson(...credit);
    await system.adminJson(...credit);
    expect((await client.usage()).balance).toEqual({ currency: 'USD', amount: '10.010', records: 2_002 });
  });

  it('never lets parallel requests overspend', async () => {
    const client = await system.newClient();
    const responses = await Promise.all(
      Array.from({ length: 30 }, () => client.get<Problem>('/api/v1/signals', { limit: 7 })),
    );
    const paid = responses.filter((response) => response.status === 200).length;
    expect(paid).toBe(Math.floor(100 / 7));
    expect(responses.every((response) => response.status === 200 || response.status === 402)).toBe(true);
    expect((await client.usage()).allowances.api).toEqual({
      granted: 100,
      used: paid * 7,
      remaining: 100 - paid * 7,
    });
  });
});

describe('budgets', () => {
  const budgetOf = (records: number, id = 'run') => ({
    'x-budget-id': id,
    'x-budget-records': String(records),
  });
  const left = (response: { headers: Headers }) => response.headers.get('x-budget-remaining');

  it('refuse a request that exceeds the maximum for one response or one budget id, and charge nothing for it', async () => {
    const client = await system.newClient();
    const tooMuch = await client.problem({ limit: 5 }, { 'x-max-records': '4' });
    expect([tooMuch.status, tooMuch.body.code]).toEqual([402, 'budget_reached']);
    expect(consumed(await client.search({ limit: 4 }, { 'x-max-records': '4' }))).toBe(4);
    const first = await client.search({ limit: 20 }, budgetOf(30));
    expect([consumed(first), left(first)]).toEqual([20, '10']);
    const company = await client.get('/api/v1/companies/acme', {}, budgetOf(30));
    expect([company.status, left(company)]).toEqual([200, '9']);
    const refused = await client.problem({ limit: 10 }, budgetOf(30));
    expect([refused.status, refused.body.code, left(refused)]).toEqual([402, 'budget_reached', '9']);
    const empty = await client.search({ q: 'nothingmatchesthis' }, budgetOf(1));
    expect([consumed(empty), left(empty)]).toEqual([0, '0']);
    const malformed = await client.problem({ limit: 0 }, { 'x-max-records': '1.5', 'x-budget-id': 'run' });
    expect(malformed.body.errors?.map(({ parameter }) => parameter)).toEqual([
      'limit',
      'X-Max-Records',
      'X-Budget-Records',
    ]);
    expect((await client.usage()).records).toBe(25);
  });

  it('are never exceeded by parallel requests', async () => {
    const client = await system.newClient({ usd: 10 });
    const responses = await Promise.all(
      Array.from({ length: 60 }, () => client.get<Problem>('/api/v1/signals', { limit: 7 }, budgetOf(100))),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(14);
    expect(responses.filter(({ status }) => status === 402)).toHaveLength(46);
    expect((await client.usage()).records).toBe(98);
  });
});

describe('Idempotency-Key', () => {
  const key = () => `key-${crypto.randomUUID()}`;
  let client: ApiClient;

  beforeAll(async () => {
    client = await system.newClient({ usd: 100 });
  });

  it('replays the first response byte for byte without charging, whatever the order of parameters', async () => {
    const headers = { 'idempotency-key': key() };
    const first = await client.raw('/api/v1/signals?q=acme&limit=5', headers);
    const usage = await client.exactUsage();
    const replay = await client.raw('/api/v1/signals?limit=5&q=acme', headers);
    expect(replay.status).toBe(200);
    expect(replay.text).toBe(first.text);
    expect(replay.headers.get('idempotency-replayed')).toBe('true');
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect([consumed(first), consumed(replay)]).toEqual([5, 0]);
    expect(await client.exactUsage()).toEqual(usage);
  });

  it('refuses the same key for another request', async () => {
    const headers = { 'idempotency-key': key() };
    await client.search({ limit: 1 }, headers);
    const response = await client.problem({ limit: 2 }, headers);
    expect([response.status, response.body.code]).toEqual([409, 'idempotency_conflict']);
  });

  it('keeps the keys of two credentials separate', async () => {
    const other = await system.newClient();
    const headers = { 'idempotency-key': key() };
    await client.search({ limit: 1 }, headers);
    expect(consumed(await other.search({ limit: 2 }, headers))).toBe(2);
  });

  it('frees the key of a failed request', async () => {
    const headers = { 'idempotency-key': key() };
    expect((await client.problem({ limit: 0 }, headers)).status).toBe(400);
    expect(consumed(await client.search({ limit: 1 }, headers))).toBe(1);
  });

  it('charges concurrent requests with the same key once', async () => {
    const fresh = await system.newClient();
    const headers = { 'idempotency-key': key() };
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => fresh.get<Problem>('/api/v1/signals', { limit: 9 }, headers)),
    );
    for (const response of responses) {
      if (response.status === 409) {
        expect(response.body.code).toBe('idempotency_in_progress');
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      } else expect(response.status).toBe(200);
    }
    expect((await fresh.usage()).records).toBe(9);
    expect((await fresh.search({ limit: 9 }, headers)).headers.get('idempotency-replayed')).toBe('true');
  });

  it.each(['short', 'x'.repeat(129), 'has space', 'umlaut-ä-ö-ü'])('refuses the key %p', async (bad) => {
    const response = await client.problem({}, { 'idempotency-key': Buffer.from(bad).toString('latin1') });
    expect([response.status, response.body.code]).toEqual([400, 'invalid_parameter']);
  });
});
