import { withdrawSignals } from '@heliograph/catalog';
import { embedding, search } from '@heliograph/proto';
import { startBeforeEach } from '@heliograph/testing';
import { Pool } from 'pg';
import { untilSeen } from './support/corpus';
import { similarityOf } from './support/exact-vector-index';
import { vectorOf } from './support/fake-embeddings';
import { COLLECTION, idsOf, itemsOf, SemanticSystem } from './support/semantic-system';

const system = startBeforeEach(() => SemanticSystem.start());

const titles = { '1': 'robots', '2': 'harbour cranes', '3': 'robots', '4': 'a new office in Lyon' };
const similarity = (title: string) => similarityOf(vectorOf('robots'), vectorOf(title)) / 1e6;
const ranked = Object.entries(titles)
  .map(([id, title]) => ({ id, title, similarity: similarity(title) }))
  .sort((a, b) => b.similarity - a.similarity || Number(b.id) - Number(a.id));

it('returns items as stored, with their similarity as the last property', async () => {
  await system.prepare(titles);
  const page = await system.search({});
  expect(itemsOf(page)).toMatchObject(ranked);
  expect(itemsOf(page)[0]).toMatchObject({ id: '3', similarity: 1, company: { slug: 'acme', name: 'Acme' } });
  for (const item of itemsOf(page)) expect(Object.keys(item).at(-1)).toBe('similarity');
  expect(page).toMatchObject({
    itemCount: 4,
    next: undefined,
    cutoff: { asOf: system.now, ordinalBelow: 4 },
    collection: COLLECTION,
    model: 'test-model',
    candidateLimit: 1_000,
    poolSize: 4,
    matched: 4,
  });
});

it("requests only the text's vector, and leaves time for the rest", async () => {
  await system.prepare(titles);
  await system.search({ text: 'robots', filters: search.Filters.fromPartial({ q: 'office' }) }, 4_000);
  const [{ request, call } = {}] = system.embeddings.requests;
  expect(request).toEqual({ purpose: embedding.Purpose.QUERY, texts: ['robots'] });
  expect(call?.requestId).toBe('request-1');
  expect(call?.timeoutMs).toBeLessThan(3_300);
  expect(system.index.queries).toMatchObject([
    { collection: COLLECTION, query: { limit: 1_000, publishedUntilMs: system.now.getTime() } },
  ]);
  expect(system.index.queries[0]?.query.ordinalBelow).toBeUndefined();
  expect(system.index.queries[0]?.timeoutMs).toBeLessThan(4_000);
});

it('filters only within the pool, and reports how much of it passed', async () => {
  await system.prepare(titles);
  system.index.mostMatches = 2;
  const page = await system.search({ filters: search.Filters.fromPartial({ q: 'office' }) });
  expect([page.itemCount, page.poolSize, page.matched]).toEqual([0, 2, 0]);
  const [nearest] = ranked;
  const found = await system.search({
    filters: search.Filters.fromPartial({ activityIds: [nearest!.id, '4'] }),
  });
  expect([idsOf(found), found.poolSize, found.matched]).toEqual([[nearest!.id], 2, 1]);
});

it('finds nothing where nothing is embedded', async () => {
  await system.report({ signals: 0, embedded: 0, complete: true });
  await system.index.prepare({ name: COLLECTION, dimensions: 3 });
  expect(await system.search({})).toMatchObject({
    itemCount: 0,
    poolSize: 0,
    matched: 0,
    cutoff: { ordinalBelow: 0 },
  });
});

it('omits signals that the index still has but the catalog hides', async () => {
  await system.prepare(titles);
  const pool = new Pool({ connectionString: system.catalog, max: 1 });
  await withdrawSignals(pool, ['3']);
  await pool.end();
  await system.importTitles({ 2: titles[2] }, '2126-11-21T12:00:00.001Z');
  const page = await system.search({});
  expect(idsOf(page)).toEqual(ranked.map(({ id }) => id).filter((id) => id !== '3' && id !== '2'));
  expect([page.poolSize, page.matched]).toEqual([2, 2]);
});

describe('later pages', () => {
  /** After that, the first page's pool is taken from the index again. */
  const forgotten = 3_600_001;
  const later = (milliseconds: number) => (system.now = new Date(system.now.getTime() + milliseconds));

  it.each([
    ['because of the cached pool', false, 1],
    ['because of both', false, forgotten],
    ['because of the database alone', true, forgotten],
  ])('contain nothing imported after the first, %s', async (_who, ignoresCutoff, milliseconds) => {
    await system.prepare(titles);
    system.index.ignoresCutoff = ignoresCutoff;
    const first = await system.search({ limit: 1 });
    await system.importTitles({ '5': 'robots', '6': 'a new office in Lyon' });
    await system.embed('5', '6');
    later(milliseconds);
    const second = await system.searchAfter(first, { limit: 50 });
    expect([...idsOf(first), ...idsOf(second)]).toEqual(ranked.map(({ id }) => id));
    expect([second.poolSize, second.matched, second.next]).toEqual([4, 4, undefined]);
    expect(second.cutoff).toEqual(first.cutoff);
    const asked = system.index.queries.map(({ query }) => query.ordinalBelow);
    expect(asked).toEqual(milliseconds === forgotten ? [undefined, 4] : [undefined]);
    expect((await system.search({})).poolSize).toBe(6);
  });

  it.each([
    ['because of the cached pool', false, 1],
    ['because of both', false, forgotten],
    ['because of the database alone', true, forgotten],
  ])('contain nothing published after the first, %s', async (_who, ignoresCutoff, milliseconds) => {
    await system.prepare(titles);
    system.index.ignoresCutoff = ignoresCutoff;
    await system.importTitles({ '7': 'robots' }, '2126-11-21T12:00:00.001Z');
    await system.embed('7');
    const first = await system.search({ limit: 1 });
    later(milliseconds);
    const second = await system.searchAfter(first);
    expect([...idsOf(first), ...idsOf(second)]).toEqual(ranked.map(({ id }) => id));
    expect(idsOf(await system.search({}))).toContain('7');
  });

  it("use the first one's pool without later withdrawals, whatever the index does", async () => {
    await system.prepare(titles);
    const first = await system.search({ limit: 1 });
    const [, second, third, fourth] = ranked.map(({ id }) => id);
    const pool = new Pool({ connectionString: system.catalog, max: 1 });
    await withdrawSignals(pool, [second!]);
    await pool.end();
    await untilSeen(system.catalog);
    await system.index.remove(COLLECTION, [second!, third!]);
    const rest = await system.searchAfter(first, { limit: 50 });
    expect(idsOf(rest)).toEqual([third, fourth]);
    expect([rest.poolSize, rest.matched]).toEqual([3, 3]);
    system.index.isDown = true;
    await system.stopEmbedding();
    expect(idsOf(await system.searchAfter(first, { limit: 50 }))).toEqual([third, fourth]);
    const otherText = system.searchAfter(first, { text: 'harbour cranes' });
    await expect(otherText).rejects.toMatchObject({ code: 'semantic_unavailable' });
  });

  it('count days from the first one, even after midnight', async () => {
    await system.prepare(titles);
    const filters = search.Filters.fromPartial({ days: 30 });
    system.now = new Date('2126-12-01T23:59:59.000Z');
    const first = await system.search({ limit: 1, filters });
    system.now = new Date('2126-12-02T00:10:00.000Z');
    const second = await system.searchAfter(first, { filters });
    expect([first.matched, second.matched]).toEqual([4, 4]);
    expect((await system.search({ filters })).matched).toBe(0);
  });

  it('need everything that the first one returned', async () => {
    await system.prepare(titles);
    const { next, cutoff } = await system.search({ limit: 1 });
    for (const part of [{ after: next }, { cutoff }, { collection: COLLECTION }, { after: next, cutoff }]) {
      await expect(system.search(part)).rejects.toMatchObject({ code: 'invalid_parameter' });
    }
  });

  it('end when another model is in use and the pool is evicted', async () => {
    await system.prepare(titles);
    const first = await system.search({ limit: 1 });
    system.embeddings.model = { ...system.embeddings.model, identity: 'test-2', name: 'another' };
    expect(await system.searchAfter(first)).toMatchObject({ collection: COLLECTION, model: 'test-model' });
    later(forgotten);
    await expect(system.searchAfter(first)).rejects.toMatchObject({
      code: 'cursor_expired',
      issues: [{ parameter: 'cursor', message: expect.stringMatching(/rebuilt.*start again without/) }],
    });
  });
});

it.each([{ limit: 0 }, { limit: 51 }, { text: '' }, { text: 'a'.repeat(2_001) }])(
  'refuses %p, which the gateway never sends',
  async (request) => {
    await expect(system.search(request)).rejects.toMatchObject({ code: 'invalid_parameter' });
  },
);

it('measures its steps and how much of the pool passes, and stores the text nowhere', async () => {
  await system.prepare(titles);
  const first = await system.search({ text: 'secretquery', limit: 1 });
  await system.searchAfter(first, { text: 'secretquery' });
  system.index.isDown = true;
  const error = await system.search({ text: 'secretquery' }).catch((thrown: unknown) => thrown);
  system.embeddings.failure = new Error('broken');
  await expect(system.search({ text: 'secretquery' })).rejects.toMatchObject({ code: 'internal' });
  const metrics = await system.metrics();
  const count = (step: string) =>
    Number(
      new RegExp(`search_semantic_seconds_count\\{service="search",step="${step}"\\} (\\d+)`).exec(
        metrics,
      )?.[1],
    );
  expect([count('embedding'), count('index'), count('filters')]).toEqual([3, 2, 2]);
  expect(metrics).toContain('heliograph_search_semantic_matched_ratio_count{service="search"} 1');
  expect(metrics).toContain('search_scan_seconds_count{service="search",kind="pool"} 2');
  expect(system.log.length).toBeGreaterThan(0);
  for (const text of [metrics, JSON.stringify(error), String(error), ...system.log])
    expect(text).not.toContain('secretquery');
});
