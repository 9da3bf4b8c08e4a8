import { OPENAI_KEY, openAiError, startFakeOpenAi, type FakeOpenAiOptions } from './support/fake-openai';
import { directionOf, type FakeVendor } from './support/fake-vendor';
import { cosine, startEmbedding, type TestEmbedding } from './support/embedding';

let vendor: FakeVendor;
let running: TestEmbedding;
afterEach(async () => {
  await running.stop();
  await vendor.stop();
});

const start = async (options: FakeOpenAiOptions = {}, settings: Record<string, string> = {}) => {
  vendor = await startFakeOpenAi(options);
  running = await startEmbedding({
    EMBEDDING_PROVIDER: 'openai',
    EMBEDDING_URL: `${vendor.url}/v1`,
    EMBEDDING_API_KEY: OPENAI_KEY,
    ...settings,
  });
};

it('sends the configured parameters', async () => {
  await start();
  await running.embedDocuments(['a', 'b']);
  expect(vendor.received.map(({ path, body }) => [path, JSON.parse(body)])).toEqual([
    [
      '/v1/embeddings',
      { model: 'text-embedding-3-small', input: ['a', 'b'], encoding_format: 'float', dimensions: 768 },
    ],
  ]);
});

it('assigns vectors to texts by index', async () => {
  await start();
  const texts = Array.from({ length: 20 }, (_, index) => `text ${index}`);
  const vectors = await running.embedDocuments(texts);
  vectors.forEach((vector, index) => {
    const expected = directionOf(texts[index]!, 768);
    const length = Math.hypot(...expected);
    expect(
      cosine(
        vector,
        Float32Array.from(expected, (value) => value / length),
      ),
    ).toBeCloseTo(1, 5);
  });
});

it('works without a key where the server requires none', async () => {
  await start(
    { needsKey: false, nativeDimensions: 1_024 },
    {
      EMBEDDING_API_KEY: '',
      EMBEDDING_MODEL: 'mxbai-embed-large',
      EMBEDDING_DIMENSIONS: '1024',
    },
  );
  expect(await running.embedQuery('a')).toHaveLength(1_024);
  expect(vendor.received[0]!.headers).not.toHaveProperty('authorization');
  expect(await running.client.getModel({}, { requestId: 'x' })).toEqual({
    name: 'mxbai-embed-large',
    identity: 'openai-mxbai-embed-large-1024',
    dimensions: 1_024,
    largestBatch: 128,
  });
});

it("says which dimensions to configure when the server's differ", async () => {
  await start({ dimensions: 'ignored', nativeDimensions: 384 });
  await expect(running.embedQuery('a')).rejects.toMatchObject({
    code: 'semantic_unavailable',
    publicText: expect.stringContaining('Set EMBEDDING_DIMENSIONS to 384') as string,
  });
});

it('omits the dimensions where the server rejects them, if that helps', async () => {
  await start({ dimensions: 'refused', nativeDimensions: 768 });
  expect(await running.embedDocuments(['a', 'b', 'c'])).toHaveLength(3);
  const before = vendor.received.length;
  await running.embedDocuments(['d']);
  expect(vendor.received).toHaveLength(before + 1);
  expect(JSON.parse(vendor.received.at(-1)!.body)).not.toHaveProperty('dimensions');
});

it('does not mistake a wrong configuration for texts that cannot be embedded', async () => {
  await start();
  vendor.lastingFault = { kind: 'answer', answer: openAiError(400, null, 'no') };
  await expect(running.embedDocuments(['a', 'b', 'c', 'd'])).rejects.toMatchObject({
    code: 'semantic_unavailable',
    publicText: expect.stringContaining('refuses every request. Check EMBEDDING_MODEL') as string,
  });
  // The batch, a harmless text, and the same without dimensions.
  expect(vendor.received).toHaveLength(3);
  vendor.lastingFault = undefined;
  await running.embedDocuments(['a']);
  expect(JSON.parse(vendor.received.at(-1)!.body)).toHaveProperty('dimensions', 768);
});

it('sends as many texts as the server accepts, and remembers the limit', async () => {
  await start({ largestBatch: 32 });
  const texts = Array.from({ length: 128 }, (_, index) => `text ${index}`);
  expect(await running.embedDocuments(texts)).toHaveLength(128);
  const before = vendor.received.length;
  expect(await running.embedDocuments(texts)).toHaveLength(128);
  expect(vendor.received).toHaveLength(before + 4);
});

it('does not retry when the quota is used up', async () => {
  await start();
  vendor.lastingFault = { kind: 'answer', answer: openAiError(429, 'insufficient_quota', 'You exceeded …') };
  await expect(running.embedQuery('a')).rejects.toMatchObject({
    code: 'semantic_unavailable',
    publicText: expect.stringContaining('quota') as string,
  });
  expect(vendor.received).toHaveLength(1);
});

it('reports a rejected key', async () => {
  await start({}, { EMBEDDING_API_KEY: 'sk-wrong' });
  await expect(running.embedQuery('a')).rejects.toMatchObject({
    code: 'semantic_unavailable',
    publicText: expect.stringContaining('refuses the API key. Set EMBEDDING_API_KEY') as string,
  });
  expect(vendor.received).toHaveLength(1);
});
