import { embedding, search } from '@heliograph/proto';
import { createRpcClient, ServiceError, testServiceOf, type RpcClient } from '@heliograph/runtime';
import { testCredentials } from '@heliograph/testing';
import { testSignals } from '@heliograph/test-corpus';
import { similarityOf } from './support/exact-vector-index';
import { vectorOf } from './support/fake-embeddings';
import { COLLECTION, idsOf, itemsOf, SemanticSystem } from './support/semantic-system';

const call = { requestId: 'request-1' };
let system: SemanticSystem;
let client: RpcClient<typeof search.SearchServiceService>;

beforeAll(async () => {
  system = await SemanticSystem.start();
  client = createRpcClient(testServiceOf(search.SearchServiceService), {
    address: system.service.address,
    caller: 'gateway',
    credentials: testCredentials,
    defaultTimeoutMs: 5_000,
  });
});
afterAll(async () => {
  await client?.close();
  await system?.stop();
});

const nearest = (more: Partial<search.SemanticSearchRequest> = {}) =>
  client.semanticSearch(
    search.SemanticSearchRequest.fromPartial({ text: 'robots', limit: 50, ...more }),
    call,
  );

it('fails with the embedding service, and computes the vectors of all titles once it is back', async () => {
  system.embeddings.failure = new ServiceError('semantic_unavailable', 'No provider is configured.');
  await expect(nearest()).rejects.toMatchObject({ code: 'semantic_unavailable' });
  system.embeddings.failure = undefined;
  await Promise.all([nearest(), nearest()]);
  const embedded = system.embeddings.requests
    .map(({ request }) => request)
    .filter(({ texts }) => texts.length > 1 || texts[0] !== 'robots');
  // Twice the first ten: the first attempt failed.
  expect(embedded.slice(-20).flatMap(({ texts }) => texts)).toEqual(testSignals.map(({ title }) => title));
  const before = system.embeddings.requests.length;
  await nearest();
  expect(system.embeddings.requests).toHaveLength(before + 1);
  expect(embedded.every(({ purpose }) => purpose === embedding.Purpose.QUERY)).toBe(true);
});

it('ranks the test corpus exactly, page by page, without the catalog or the index', async () => {
  const ranked = testSignals
    .map(({ id, title }) => ({ id, similarity: similarityOf(vectorOf('robots'), vectorOf(title)) }))
    .sort((a, b) => b.similarity - a.similarity || (BigInt(b.id) > BigInt(a.id) ? 1 : -1));
  const seen: string[] = [];
  let page = await nearest();
  expect(page).toMatchObject({ poolSize: 200, matched: 200, collection: COLLECTION });
  seen.push(...idsOf(page));
  while (page.next) {
    page = await nearest({ after: page.next, cutoff: page.cutoff, collection: page.collection });
    seen.push(...idsOf(page));
  }
  expect(seen).toEqual(ranked.map(({ id }) => id));
  expect(system.index.queries).toEqual([]);
});

it('filters by meaning and keyword at once', async () => {
  const page = await nearest({ filters: search.Filters.fromPartial({ q: '"fruit-packing arm"' }) });
  const titled = testSignals.filter(({ title }) => title.includes('fruit-packing arm'));
  expect(idsOf(page).sort()).toEqual(titled.map(({ id }) => id).sort());
  for (const item of itemsOf(page)) expect(typeof item.similarity).toBe('number');
});

it('is separate from the live corpus', async () => {
  const count = (of: typeof client) => of.count({ filters: undefined, facets: [] }, call);
  expect([(await count(client)).total, (await count(system.client)).total]).toEqual([200n, 0n]);
});
