import { GEMINI_KEY, geminiError, startFakeGemini } from './support/fake-gemini';
import { directionOf, type FakeVendor } from './support/fake-vendor';
import { cosine, startEmbedding, type TestEmbedding } from './support/embedding';

let vendor: FakeVendor;
let running: TestEmbedding;
beforeEach(async () => {
  vendor = await startFakeGemini();
});
afterEach(async () => {
  await running.stop();
  await vendor.stop();
});

const start = async (settings: Record<string, string> = {}) => {
  running = await startEmbedding({
    EMBEDDING_PROVIDER: 'gemini',
    EMBEDDING_URL: vendor.url,
    EMBEDDING_API_KEY: GEMINI_KEY,
    ...settings,
  });
};

it("embeds queries and documents alike, with the API's task type and dimensions", async () => {
  await start();
  await running.embedQuery('a question');
  await running.embedDocuments(['a document', 'another']);
  const bodies = vendor.received.map(({ body }) => JSON.parse(body) as unknown);
  const request = (text: string) => ({
    model: 'models/gemini-embedding-001',
    content: { parts: [{ text }] },
    taskType: 'CLUSTERING',
    outputDimensionality: 768,
  });
  expect(bodies).toEqual([
    { requests: [request('a question')] },
    { requests: [request('a document'), request('another')] },
  ]);
  expect(vendor.received.map(({ path }) => path)).toEqual(
    Array(2).fill('/v1beta/models/gemini-embedding-001:batchEmbedContents'),
  );
});

it('returns unit vectors in the order of the texts', async () => {
  await start();
  const texts = Array.from({ length: 100 }, (_, index) => `document ${index}`);
  const vectors = await running.embedDocuments(texts);
  expect(vectors).toHaveLength(100);
  vectors.forEach((vector, index) => {
    const expected = directionOf(texts[index]!, 768);
    const length = Math.hypot(...expected);
    expect(vector).toHaveLength(768);
    expect(cosine(vector, vector)).toBeCloseTo(1, 5);
    expect(
      cosine(
        vector,
        Float32Array.from(expected, (value) => value / length),
      ),
    ).toBeCloseTo(1, 5);
  });
  expect(vendor.received).toHaveLength(1);
});

it('knows its model without a request', async () => {
  await start();
  expect(await running.client.getModel({}, { requestId: 'x' })).toEqual({
    name: 'gemini-embedding-001',
    identity: 'gemini-gemini-embedding-001-clustering-768',
    dimensions: 768,
    largestBatch: 100,
  });
  expect(vendor.received).toHaveLength(0);
});

it('recognizes a rejected key, which this vendor reports as an invalid argument', async () => {
  await start({ EMBEDDING_API_KEY: 'AIza-wrong' });
  await expect(running.embedDocuments(['a', 'b'])).rejects.toMatchObject({
    code: 'semantic_unavailable',
    publicText: expect.stringContaining('refuses the API key. Set EMBEDDING_API_KEY') as string,
  });
  expect(vendor.received).toHaveLength(1);
});

it("waits as long as the error's details say", async () => {
  await start();
  const info = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '0.3s' };
  vendor.faults.push({
    kind: 'answer',
    answer: geminiError(429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota', [info]),
  });
  const began = performance.now();
  await running.embedQuery('patience');
  expect(performance.now() - began).toBeGreaterThanOrEqual(299);
  expect(vendor.received).toHaveLength(2);
});

it('does not mistake an unsupported region for texts that cannot be embedded', async () => {
  await start();
  vendor.lastingFault = {
    kind: 'answer',
    answer: geminiError(400, 'FAILED_PRECONDITION', 'User location is not supported for the API use.'),
  };
  await expect(running.embedDocuments(['a', 'b'])).rejects.toMatchObject({
    code: 'semantic_unavailable',
    publicText: expect.stringContaining('account or region') as string,
  });
  expect(vendor.received).toHaveLength(1);
});

it('rejects an unknown model', async () => {
  await start({ EMBEDDING_MODEL: 'models/no-such-model' });
  await expect(running.embedQuery('a')).rejects.toMatchObject({
    code: 'semantic_unavailable',
    publicText: expect.stringContaining('EMBEDDING_MODEL') as string,
  });
});
