import type { search } from '@heliograph/proto';
import { ServiceError } from '@heliograph/runtime';
import { waitFor } from '@heliograph/testing';
import { COLLECTION, idsOf, SemanticSystem } from './support/semantic-system';

const titles = { '1': 'robots', '2': 'harbour cranes' };
let system: SemanticSystem;
afterEach(() => system.stop());

/** The refusal of a semantic search. It must not name a host, and keyword search must be unaffected. */
async function refusal(request: Partial<search.SemanticSearchRequest> = {}): Promise<ServiceError> {
  const error = await system.search(request).then(
    () => new Error('it was answered'),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ServiceError);
  expect((error as ServiceError).publicText).not.toMatch(/internal|unix:|\d+\.\d+\.\d+|:\d{2,}|ECONN/);
  expect((await system.searchKeyword('robots')).itemCount).toBe(1);
  expect(await system.client.isServing(20_000)).toBe(true);
  return error as ServiceError;
}

it('reports that the embedding service is down, and recovers when it is back', async () => {
  system = await SemanticSystem.start();
  await system.prepare(titles);
  await system.stopEmbedding();
  expect(await refusal()).toMatchObject({
    code: 'semantic_unavailable',
    publicText: expect.stringMatching(/embedding service cannot be reached.*"q"/),
    retryAfterSeconds: 5,
  });
  await system.startEmbedding();
  expect(await waitFor(async () => idsOf(await system.search({})))).toHaveLength(2);
});

it('asks again when the embedding instance is replaced', async () => {
  system = await SemanticSystem.start();
  await system.prepare(titles);
  const embed = system.embeddings.embed.bind(system.embeddings);
  let calls = 0;
  system.embeddings.embed = (request, call) => {
    if ((calls += 1) > 2) return embed(request, call);
    return Promise.reject(new ServiceError('unavailable', 'It is stopping.'));
  };
  // Again if this machine was so busy that the attempts took a second, after which failures are reported, or more.
  await waitFor(async () => {
    calls = 0;
    expect(idsOf(await system.search({}))).toHaveLength(2);
    return calls === 3;
  });
});

it('gives up on an unresponsive embedding service while there is still time to report it', async () => {
  system = await SemanticSystem.start();
  await system.prepare(titles);
  system.embeddings.embed = () => new Promise(() => undefined);
  await expect(system.search({}, 1_000)).rejects.toMatchObject({
    code: 'semantic_unavailable',
    publicText: expect.stringContaining('did not answer in time'),
  });
});

it('passes on what the embedding service says must be done', async () => {
  system = await SemanticSystem.start();
  await system.prepare(titles);
  const publicText = 'No embedding provider is configured: set EMBEDDING_PROVIDER.';
  system.embeddings.failure = new ServiceError('semantic_unavailable', publicText, { retryAfterSeconds: 60 });
  expect(await refusal()).toMatchObject({ code: 'semantic_unavailable', publicText, retryAfterSeconds: 60 });
});

it('names the parameter with a text that the model can never embed', async () => {
  system = await SemanticSystem.start();
  await system.prepare(titles);
  system.embeddings.failure = new ServiceError('invalid_parameter', 'texts[0]: has no words', {
    issues: [{ parameter: 'texts[0]', message: 'has no words' }],
  });
  expect(await refusal()).toMatchObject({
    code: 'invalid_parameter',
    publicText: 'semantic: has no words',
    issues: [{ parameter: 'semantic', message: 'has no words' }],
  });
});

it('reports that the vector index is down', async () => {
  system = await SemanticSystem.start();
  await system.prepare(titles);
  system.index.isDown = true;
  expect(await refusal()).toMatchObject({
    code: 'semantic_unavailable',
    publicText: expect.stringMatching(/vector index cannot be reached.*"q"/),
    retryAfterSeconds: 5,
  });
});

it("reports the index's progress until it is complete for the first time, and then searches it at once", async () => {
  system = await SemanticSystem.start();
  await system.importTitles(titles);
  expect((await refusal()).publicText).toContain('still being built: 0%');
  await system.report({ signals: 200, embedded: 75, complete: false });
  const building = await refusal();
  expect(building).toMatchObject({ code: 'semantic_unavailable', retryAfterSeconds: 30 });
  expect(building.publicText).toContain('still being built: 37%');
  await system.report({ signals: 200, embedded: 200, complete: false });
  expect((await refusal()).publicText).toContain('99%');
  expect(system.index.queries).toEqual([]);

  await system.embed('1');
  await system.report({ signals: 200, embedded: 200, complete: true });
  expect(idsOf(await system.search({}))).toEqual(['1']);
  // Later signals are embedded later; that does not interrupt searches.
  await system.report({ signals: 300, embedded: 200, complete: true });
  expect(idsOf(await system.search({}))).toEqual(['1']);
});

it('reports that a lost index is being rebuilt', async () => {
  system = await SemanticSystem.start();
  await system.prepare(titles);
  await system.index.drop(COLLECTION);
  expect(await refusal()).toMatchObject({
    code: 'semantic_unavailable',
    publicText: expect.stringContaining('being rebuilt'),
  });
});

it('notices within the same search that an index assumed to be complete is being refilled', async () => {
  system = await SemanticSystem.start();
  await system.prepare(titles);
  expect(idsOf(await system.search({}))).toHaveLength(2);
  // Lost and recreated, as the indexer reports; its contents so far are too few for a page.
  await system.report({ signals: 2, embedded: 1, complete: false });
  await system.index.remove(COLLECTION, ['2']);
  expect((await refusal()).publicText).toContain('still being built: 50%');
  expect(system.index.queries).toHaveLength(2);
  expect((await refusal()).publicText).toContain('50%');
  expect(system.index.queries).toHaveLength(2);
});

it('does not reveal what is wrong with its own requests', async () => {
  system = await SemanticSystem.start();
  await system.prepare(titles);
  system.index.query = () => Promise.reject(new ServiceError('invalid_parameter', 'limit is too large'));
  expect(await refusal()).toMatchObject({ code: 'internal', issues: [] });
  system.embeddings.failure = new ServiceError('invalid_parameter', 'purpose must be query or document', {
    issues: [{ parameter: 'purpose', message: 'must be query or document' }],
  });
  expect(await refusal()).toMatchObject({ code: 'internal', issues: [] });
});

it('reports what is not configured', async () => {
  system = await SemanticSystem.start({ EMBEDDING_ADDRESS: '' }, { vectorIndex: undefined });
  await system.prepare(titles);
  expect(await refusal()).toMatchObject({
    code: 'semantic_unavailable',
    publicText: expect.stringContaining('EMBEDDING_ADDRESS, and QDRANT_URL or VECTORS_ADDRESS'),
    retryAfterSeconds: undefined,
  });
});
