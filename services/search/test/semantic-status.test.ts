import { search } from '@heliograph/proto';
import { createRpcClient, ServiceError, type RpcClient } from '@heliograph/runtime';
import { testCredentials, waitFor } from '@heliograph/testing';
import { SemanticSystem } from './support/semantic-system';

const { SemanticState } = search;

let system: SemanticSystem;
let dashboard: RpcClient<typeof search.SearchServiceService>;
beforeEach(async () => {
  system = await SemanticSystem.start();
  dashboard = createRpcClient(search.SearchServiceService, {
    address: system.service.address,
    caller: 'dashboard',
    credentials: testCredentials,
    defaultTimeoutMs: 5_000,
  });
});
afterEach(async () => {
  await dashboard.close();
  await system.stop();
});

const state = async () => (await dashboard.getStatus({}, { requestId: 'status' })).semantic;

it('is available once the index is complete, without embedding anything', async () => {
  await system.importTitles({ '1': 'robots' });
  expect(await state()).toBe(SemanticState.INCOMPLETE);
  await system.embed('1');
  await system.report({ signals: 1, embedded: 1, complete: true });
  expect(await state()).toBe(SemanticState.AVAILABLE);
  expect(system.embeddings.requests).toEqual([]);
});

it('says which part is missing, and recovers', async () => {
  await system.prepare({ '1': 'robots' });
  system.index.isDown = true;
  expect(await state()).toBe(SemanticState.INDEX_UNAVAILABLE);
  await system.stopEmbedding();
  expect(await state()).toBe(SemanticState.EMBEDDING_UNAVAILABLE);
  system.index.isDown = false;
  await system.startEmbedding();
  await waitFor(async () => (await state()) === SemanticState.AVAILABLE);
});

it('is not configured without a provider', async () => {
  await system.prepare({ '1': 'robots' });
  system.embeddings.failure = new ServiceError(
    'semantic_unavailable',
    'No embedding provider is configured.',
  );
  expect(await state()).toBe(SemanticState.NOT_CONFIGURED);
});

it('is closed to other callers', async () => {
  await expect(system.client.getStatus({}, { requestId: 'status' })).rejects.toBeInstanceOf(ServiceError);
});
