import { sampleCorpus } from '@heliograph/sample-corpus';
import type { ApiClient } from './support/api-client';
import { importCorpus } from './support/corpus';
import { isInOrder, semanticSearch } from './support/semantic-client';
import { System } from './support/system';

/** What users mean, in words that no title contains together, and how titles word it. */
const topics: [query: string, meant: RegExp][] = [
  ['support for women giving birth', /midwife/],
  ['logging in without a password', /passwordless/i],
  ['staff dismissed to save money', /lays off|layoffs|cuts \d+ jobs|reduce headcount/],
  ['teaching maths to children', /maths|fractions/i],
  ['renting a place to live and paying the landlord', /rent payments/],
  ['robots in storehouses', /robot/i],
  ['stock exchange listing', /IPO|goes public/],
  ['investors put money into a young firm', /seed|Series|raises|invest/],
  ['houses made of wood', /timber/i],
  ['a penalty from the authorities', /Regulator|settles/],
  ['protecting computers from hackers', /security|ransomware/i],
];
const LOOKED_AT = 5;

let system: System;
let client: ApiClient;

beforeAll(async () => {
  system = await System.start({ args: ['--empty'], environment: { EMBEDDING_PROVIDER: 'local' } });
  const { companies, signals } = sampleCorpus(new Date());
  await importCorpus(system, { companies, signals: signals.filter((_, index) => index % 7 === 0) });
  const result = await system.adminJson<{ remaining: number }>('embed');
  expect(result.remaining).toBe(0);
  client = await system.newClient({ usd: 100 });
});

afterAll(() => system?.destroy());

it('finds by meaning what keywords do not find', async () => {
  const missed: string[] = [];
  for (const [query, meant] of topics) {
    expect(await client.count({ q: query })).toBe(0);
    const { items } = (await semanticSearch(client, query, { limit: LOOKED_AT })).body.data;
    expect(items).toHaveLength(LOOKED_AT);
    expect(isInOrder(items)).toBe(true);
    if (!items.some(({ title }) => meant.test(title))) missed.push(query);
  }
  // A model is never perfect, but a broken one misses nearly all.
  expect(missed.length).toBeLessThanOrEqual(2);
});

it('finds a title by its own text, whatever its script', async () => {
  const { signals } = sampleCorpus(new Date());
  const published = signals.filter(
    ({ publishedAt }, index) => index % 7 === 0 && publishedAt < new Date().toISOString(),
  );
  const foreign = published.filter(({ title }) => /\p{Script=Han}/u.test(title)).slice(0, 3);
  for (const { id, title } of [...published.slice(0, 3), ...foreign]) {
    const { items } = (await semanticSearch(client, title, { limit: 50 })).body.data;
    const own = items.find((item) => item.id === id);
    // Below 1, because its vector also covers what the company does.
    expect(own?.similarity).toBeGreaterThan(0.8);
    expect(own?.similarity).toBe(items[0]?.similarity);
  }
});

it('reports what it searched', async () => {
  const { data } = (await semanticSearch(client, 'robots in storehouses', { limit: 1 })).body;
  expect(data.search).toMatchObject({
    mode: 'semantic',
    model: 'all-MiniLM-L6-v2',
    ranking: 'cosine_similarity',
    candidateLimit: 1000,
    poolSize: expect.any(Number) as number,
  });
});
