import { embedding } from '@heliograph/proto';
import { createLogger } from '@heliograph/runtime';
import { loadConfig } from '../src/config';
import { createEmbeddingService } from '../src/service';
import { startFakeOpenAi } from './support/fake-openai';
import type { FakeVendor } from './support/fake-vendor';
import { call, startEmbedding, variables, type TestEmbedding } from './support/embedding';

const { QUERY, DOCUMENT, UNSPECIFIED } = embedding.Purpose;

describe('with a provider', () => {
  let vendor: FakeVendor;
  let running: TestEmbedding;
  beforeAll(async () => {
    vendor = await startFakeOpenAi({ needsKey: false });
    running = await startEmbedding({ EMBEDDING_PROVIDER: 'openai', EMBEDDING_URL: `${vendor.url}/v1` });
  });
  afterAll(async () => {
    await running.stop();
    await vendor.stop();
  });

  it.each(['search', 'indexer'])('lets %s embed', async (caller) => {
    const client = running.connect(caller);
    const response = await client.embed({ purpose: DOCUMENT, texts: ['a'] }, call);
    expect(response.vectors[0]).toHaveLength(768 * 4);
    expect(response.model).toEqual(await client.getModel({}, call));
  });

  it.each(['gateway', 'admin', 'ledger', 'embedding'])('does not let %s embed', async (caller) => {
    const client = running.connect(caller);
    await expect(client.embed({ purpose: QUERY, texts: ['a'] }, call)).rejects.toMatchObject({
      code: expect.stringMatching(/internal|unavailable/) as string,
    });
    await expect(client.getModel({}, call)).rejects.toMatchObject({
      code: expect.stringMatching(/internal|unavailable/) as string,
    });
  });

  it.each<[string, embedding.Purpose, string[], string[]]>([
    ['no purpose', UNSPECIFIED, ['a'], ['purpose']],
    ['no text', QUERY, [], ['texts']],
    ['too many texts', DOCUMENT, Array<string>(129).fill('a'), ['texts']],
    [
      'texts that are empty, too long, or blank',
      DOCUMENT,
      ['', 'a', 'b'.repeat(8_001), ' \n\t\u3000', '👋'.repeat(8_001)],
      ['texts[0]', 'texts[2]', 'texts[3]', 'texts[4]'],
    ],
    ['everything at once', UNSPECIFIED, ['', 'a'], ['purpose', 'texts[0]']],
  ])('refuses %s', async (_what, purpose, texts, parameters) => {
    const before = vendor.received.length;
    await expect(running.embed(purpose, texts)).rejects.toMatchObject({
      code: 'invalid_parameter',
      issues: parameters.map((parameter) => ({ parameter })),
    });
    expect(vendor.received).toHaveLength(before);
  });

  it('accepts texts of 8,000 characters in any script', async () => {
    const texts = ['a'.repeat(8_000), '👋'.repeat(8_000)];
    expect(await running.embedDocuments(texts)).toHaveLength(2);
  });

  it('measures texts, time, and requests in flight', async () => {
    const before = await running.metric('texts_total', 'purpose="document"');
    await running.embedDocuments(['a', 'b', 'c']);
    expect(await running.metric('texts_total', 'purpose="document"')).toBe(before + 3);
    expect(
      await running.metric('seconds_count', 'provider="openai"', 'purpose="document"'),
    ).toBeGreaterThanOrEqual(1);
    expect(await running.metric('breaker_state', 'state="closed"')).toBe(1);
    expect(await running.metric('waiting', 'purpose="query"')).toBe(0);
    expect(await running.metric('document_workers')).toBe(0);
  });
});

describe('without configuration', () => {
  it.each<[string, Record<string, string>, RegExp]>([
    [
      'a provider',
      { EMBEDDING_PROVIDER: 'none' },
      /^Semantic search is not configured: set EMBEDDING_PROVIDER/,
    ],
    ["Gemini's key", { EMBEDDING_PROVIDER: 'gemini' }, /not configured: EMBEDDING_API_KEY is not set/],
    ["OpenAI's key", { EMBEDDING_PROVIDER: 'openai' }, /EMBEDDING_API_KEY is not set.*EMBEDDING_URL/],
    [
      "OpenAI's key, with its own address",
      { EMBEDDING_PROVIDER: 'openai', EMBEDDING_URL: 'https://api.openai.com/v1/' },
      /EMBEDDING_API_KEY is not set/,
    ],
  ])('of %s, starts and reports it once in the log and to every caller', async (_what, settings, advice) => {
    const running = await startEmbedding(settings);
    try {
      expect(await running.client.isServing(1_000)).toBe(true);
      for (const purpose of [QUERY, DOCUMENT]) {
        await expect(running.embed(purpose, ['a'])).rejects.toMatchObject({
          code: 'semantic_unavailable',
          publicText: expect.stringMatching(advice) as string,
        });
      }
      expect(running.log().match(/Semantic search is not configured/g)).toHaveLength(1);
    } finally {
      await running.stop();
    }
  });

  it('reports its model as soon as there is one', async () => {
    const unknown = await startEmbedding({ EMBEDDING_PROVIDER: 'none' });
    await expect(unknown.client.getModel({}, call)).rejects.toMatchObject({ code: 'semantic_unavailable' });
    await unknown.stop();
    const keyless = await startEmbedding({ EMBEDDING_PROVIDER: 'gemini', EMBEDDING_DIMENSIONS: '1536' });
    expect(await keyless.client.getModel({}, call)).toMatchObject({
      identity: 'gemini-gemini-embedding-001-clustering-1536',
      dimensions: 1_536,
    });
    await keyless.stop();
  });
});

it('can be destroyed twice, even if it never started', async () => {
  const logger = createLogger({ service: 'test', level: 'silent' });
  for (const provider of ['local', 'none']) {
    const service = createEmbeddingService(loadConfig(variables({ EMBEDDING_PROVIDER: provider })), {
      logger,
    });
    await service.destroy();
    await service.destroy();
  }
});

it('names every invalid setting at once', () => {
  const faulty = {
    RPC_ADDRESS: 'x',
    CALLER_PUBLIC_KEYS: 'gateway=short',
    EMBEDDING_CACHE_SECRET: 'short',
    EMBEDDING_PROVIDER: 'cohere',
    EMBEDDING_MODEL: 'with spaces',
    EMBEDDING_URL: 'ftp://x',
    EMBEDDING_API_KEY: 'with\nline',
    EMBEDDING_DIMENSIONS: '0',
    EMBEDDING_TIMEOUT_MS: 'soon',
    EMBEDDING_CONCURRENCY: '0',
    EMBEDDING_WORKERS: '0',
    EMBEDDING_WORKER_IDLE_MS: '0',
    REDIS_URL: 'localhost',
    REDIS_TIMEOUT_MS: '0',
  };
  for (const name of Object.keys(faulty)) expect(() => loadConfig(faulty)).toThrow(name);
  expect(() => loadConfig(variables({ REDIS_URL: 'redis://x' }))).toThrow(
    'EMBEDDING_CACHE_SECRET is required with REDIS_URL',
  );
});

it.each(['nonsense', 'https://user:password@host/v1', 'https://host/v1?key=x', 'https://host/#x'])(
  "rejects %s as a provider's address",
  (EMBEDDING_URL) => {
    expect(() => loadConfig(variables({ EMBEDDING_URL }))).toThrow('EMBEDDING_URL');
  },
);

it("rejects dimensions other than the local model's", () => {
  expect(() => loadConfig(variables({ EMBEDDING_DIMENSIONS: '768' }))).toThrow('EMBEDDING_DIMENSIONS');
  expect(loadConfig(variables({ EMBEDDING_DIMENSIONS: '384' })).provider.dimensions).toBe(384);
});
