import { FakeProvider, waitFor } from '@heliograph/testing';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ApiClient, Problem } from './support/api-client';
import { daysAgo, importCorpus } from './support/corpus';
import { allPages, isInOrder, semanticSearch } from './support/semantic-client';
import { System } from './support/system';

const companies = [
  { slug: 'acme', name: 'Acme', country: 'Germany' },
  { slug: 'blue', name: 'Blue', country: 'France' },
];
const signal = (id: number, title: string, more: object = {}) => ({
  id: String(id),
  title,
  category: id % 2 === 0 ? 'funding' : 'hiring',
  companySlug: id % 3 === 0 ? 'acme' : 'blue',
  activityDate: daysAgo(id % 60),
  publishedAt: `${daysAgo(100)}T00:00:00Z`,
  ...more,
});
/** More than the pool holds; lower numbers are more about robots. */
const signals = [
  ...Array.from({ length: 1_300 }, (_, index) =>
    signal(
      index + 1,
      `robots ${Array.from({ length: 1 + (index % 40) }, (__, word) => `word${word}`).join(' ')}`,
    ),
  ),
  signal(5_001, 'robots', { publishedAt: '2126-01-01T00:00:00Z' }),
];

let provider: FakeProvider;
let system: System;
let client: ApiClient;
const environment = () => ({
  ...provider.environment,
  SEARCHES_PER_MINUTE: '100000',
  REQUESTS_PER_MINUTE: '100000',
});

beforeAll(async () => {
  provider = await FakeProvider.start({ keepsRequests: true });
  system = await System.start({ args: ['--empty'], environment: environment() });
  await importCorpus(system, { companies, signals });
  await embed();
  client = await system.newClient({ usd: 1_000 });
});

afterAll(async () => {
  await system?.destroy();
  await provider?.close();
});

const embed = () => system.adminJson<{ embedded: number; remaining: number }>('embed');
const problem = async (semantic: string) =>
  (await client.get<Problem>('/api/v1/signals', { semantic })) as { status: number; body: Problem };

/** With Qdrant, there is no vectors service. */
const qdrantUrl = process.env.QDRANT_URL;

/** Counter for texts that no cache contains. */
let asked = 0;
const newText = () => `robots word${asked++ % 40} ${asked}`;

/** Repeats a semantic search until it succeeds. */
async function untilAnswered(): Promise<void> {
  await waitFor(async () => (await problem(newText())).status === 200, {
    timeoutMs: 60_000,
    description: 'semantic search to work again',
  });
}

describe('pages', () => {
  it('returns the pool in order, each signal once, and charges for each', async () => {
    const before = await client.exactUsage();
    const items = await allPages(client, 'robots word0');
    expect(items).toHaveLength(1_000);
    expect(new Set(items.map(({ id }) => id)).size).toBe(1_000);
    expect(isInOrder(items)).toBe(true);
    expect((await client.exactUsage()).records - before.records).toBe(1_000);
  });

  it('filters within the pool', async () => {
    const everything = await allPages(client, 'robots word0');
    const query = { category: 'funding', country: 'Germany', q: 'word3 -word30', days: '30' };
    const { data } = (await semanticSearch(client, 'robots word0', query)).body;
    const expected = everything.filter(
      ({ title, category, company, activityDate }) =>
        category === 'funding' &&
        company.slug === 'acme' &&
        title.split(' ').includes('word3') &&
        !title.split(' ').includes('word30') &&
        activityDate >= daysAgo(30),
    );
    expect(expected.length).toBeGreaterThan(5);
    expect(data.items.map(({ id }) => id)).toEqual(expected.slice(0, 50).map(({ id }) => id));
    expect(data.search).toMatchObject({ poolSize: 1_000, matched: expected.length });
  });

  it('omits signals published after the first page', async () => {
    const first = (await semanticSearch(client, 'robots word0', { limit: 2 })).body.data;
    const late = [6_001, 6_002].map((id) => signal(id, 'robots word0'));
    await importCorpus(system, { companies: [], signals: late });
    await embed();
    const second = (await semanticSearch(client, 'robots word0', { limit: 2, cursor: first.nextCursor! }))
      .body.data;
    expect(second.search.asOf).toBe(first.search.asOf);
    const ids = [...first.items, ...second.items].map(({ id }) => id);
    expect(ids).not.toContain('6001');
    expect(new Set(ids).size).toBe(4);
    const reindexed = (await semanticSearch(client, 'robots word0', { limit: 50 })).body.data.items.map(
      ({ id }) => id,
    );
    expect(reindexed).toEqual(expect.arrayContaining(['6001', '6002']));
    await system.adminJson('withdraw', '--ids', '6001,6002');
  });

  it('refuses a cursor for another query, filters, or limit, and says which', async () => {
    const { nextCursor } = (await semanticSearch(client, 'robots word0', { limit: 2 })).body.data;
    const refused = async (query: Record<string, string | number>) => {
      const response = await client.problem({
        semantic: 'robots word0',
        limit: 2,
        cursor: nextCursor!,
        ...query,
      });
      expect(response.status).toBe(400);
      expect(response.body.code).toBe('cursor_mismatch');
      return response.body.errors?.[0]?.message;
    };
    expect(await refused({ semantic: 'robots word1' })).toMatch(/text|query|semantic/);
    expect(await refused({ country: 'France' })).toMatch(/filters/);
    expect(await refused({ limit: 3 })).toMatch(/limit/);
  });
});

it('replays a response byte for byte for the same Idempotency-Key, without charging again', async () => {
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const first = await semanticSearch(client, 'robots word2', { limit: 3 }, headers);
  const before = await client.exactUsage();
  const second = await semanticSearch(client, 'robots word2', { limit: 3 }, headers);
  expect(second.text).toBe(first.text);
  expect(second.headers.get('idempotency-replayed')).toBe('true');
  expect(await client.exactUsage()).toEqual(before);
});

it('sends the provider only texts to embed', async () => {
  const text = `a question ${crypto.randomUUID()}`;
  const already = provider.received.length;
  await semanticSearch(client, text, { companySlug: 'acme' });
  await semanticSearch(client, text);
  const received = provider.received.slice(already);
  expect(received.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    expect.objectContaining({ input: [text] }),
  ]);
  const everything = JSON.stringify(received);
  expect(everything).not.toContain(client.key);
  expect(everything).not.toContain('acme');
  expect(everything).not.toContain(client.ids.accountId);
});

it('stops finding a withdrawn signal at once', async () => {
  const [nearest] = (await semanticSearch(client, 'robots word0', { limit: 1 })).body.data.items;
  await system.adminJson('withdraw', '--ids', nearest!.id);
  const items = await allPages(client, 'robots word0');
  expect(items.map(({ id }) => id)).not.toContain(nearest!.id);
  await embed();
  expect(await allPages(client, 'robots word0')).toHaveLength(1_000);
});

/** Drops the system's collections behind its back. */
async function dropCollections(url: string): Promise<void> {
  const headers = { 'api-key': process.env.QDRANT_API_KEY ?? '' };
  const response = await fetch(`${url}/collections`, { headers });
  const { result } = (await response.json()) as { result: { collections: { name: string }[] } };
  const own = result.collections.filter(({ name }) => name.startsWith(basename(system.home).toLowerCase()));
  expect(own).not.toEqual([]);
  for (const { name } of own) await fetch(`${url}/collections/${name}`, { method: 'DELETE', headers });
}

describe('failures', () => {
  it('dead provider: new texts get a 503 that says so, cached texts are answered, keyword search is unaffected', async () => {
    await semanticSearch(client, 'met before');
    provider.failure = { status: 500 };
    const response = await problem(newText());
    expect(response.status).toBe(503);
    expect(response.body.code).toBe('semantic_unavailable');
    expect(response.body.detail).toMatch(/embedding provider|EMBEDDING/i);
    await semanticSearch(client, 'met before');
    expect(await client.count({ q: 'robots' })).toBeGreaterThan(1_000);
    provider.failure = undefined;
    await untilAnswered();
  });

  it('refused key: the response names the setting', async () => {
    provider.failure = { status: 401 };
    const { body } = await problem(newText());
    expect(body.detail).toMatch(/EMBEDDING_API_KEY/);
    provider.failure = undefined;
    await untilAnswered();
  });

  it.each([...(qdrantUrl ? [] : ['vectors']), 'embedding', 'search'])(
    'kill -9 of %s: it comes back',
    async (name) => {
      const pid = (await system.children()).get(name)!;
      process.kill(pid, 'SIGKILL');
      await waitFor(async () => ![undefined, pid].includes((await system.children()).get(name)), {
        description: () => `${name} to be restarted`,
      });
      await untilAnswered();
      expect(await allPages(client, 'robots word0')).toHaveLength(1_000);
    },
  );

  it('kill -9 of the indexer while it embeds: everything is embedded, hardly anything twice', async () => {
    const more = Array.from({ length: 3_000 }, (_, index) => signal(10_001 + index, `later ${index} kite`));
    const already = provider.received.length;
    await importCorpus(system, { companies: [], signals: more });
    await waitFor(() => provider.received.length > already + 2, {
      description: 'embedding',
    });
    process.kill((await system.children()).get('indexer')!, 'SIGKILL');
    expect(await embed()).toMatchObject({ remaining: 0 });
    const texts = provider.texts.filter((text) => text.startsWith('later '));
    expect(new Set(texts).size).toBe(3_000);
    expect(texts.length).toBeLessThan(3_000 + 1_500);
    const { items } = (await semanticSearch(client, 'later 2999 kite', { limit: 1 })).body.data;
    expect(items[0]?.title).toBe('later 2999 kite');
  });

  it('lost index: it is refilled without asking the provider', async () => {
    const already = provider.received.length;
    await system.stop();
    await (qdrantUrl ? dropCollections(qdrantUrl) : rm(join(system.home, 'vectors'), { recursive: true }));
    const { home, port } = system;
    system = await System.start({ home, port, environment: environment() });
    await embed();
    expect(provider.received.length).toBe(already);
    expect(await allPages(client, 'robots word0')).toHaveLength(1_000);
  });
});

it('another model: 503 with its progress, then its own results, without mixing in old vectors', async () => {
  const before = (await semanticSearch(client, 'robots word0', { limit: 2 })).body.data;
  const { home, port } = system;
  await system.stop();
  provider.failure = { status: 503 };
  system = await System.start({ home, port, environment: { ...environment(), EMBEDDING_MODEL: 'another' } });
  provider.failure = undefined;
  await waitFor(
    async () => {
      const response = await problem(newText());
      if (response.status === 200) return true;
      expect(response.status).toBe(503);
      return false;
    },
    { timeoutMs: 60_000, description: 'the other model' },
  );
  await embed();
  const after = (await semanticSearch(client, 'robots word0', { limit: 2 })).body.data;
  expect(before.search.model).toBe('stand-in');
  expect(after.search.model).toBe('another');
  const old = await client.problem({ semantic: 'robots word0', limit: 2, cursor: before.nextCursor! });
  expect(old.body.code).toBe('cursor_expired');
});
