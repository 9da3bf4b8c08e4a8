import type { ServiceError } from '@heliograph/runtime';
import { freePort, waitFor } from '@heliograph/testing';
import { GEMINI_KEY, geminiError, startFakeGemini } from './support/fake-gemini';
import { OPENAI_KEY, startFakeOpenAi } from './support/fake-openai';
import type { FakeVendor, Fault } from './support/fake-vendor';
import { startEmbedding, type TestEmbedding } from './support/embedding';

/** On a busy machine, even a healthy vendor is slow; a shorter timeout would count extra attempts. */
const TIMEOUT_MS = 1_500;

const vendors = {
  gemini: { start: () => startFakeGemini(), key: GEMINI_KEY, path: '' },
  openai: { start: () => startFakeOpenAi(), key: OPENAI_KEY, path: '/v1' },
};

describe.each(['gemini', 'openai'] as const)('%s', (name) => {
  let vendor: FakeVendor;
  let running: TestEmbedding;
  beforeEach(async () => {
    const { start, key, path } = vendors[name];
    vendor = await start();
    running = await startEmbedding({
      EMBEDDING_PROVIDER: name,
      EMBEDDING_URL: vendor.url + path,
      EMBEDDING_API_KEY: key,
      EMBEDDING_TIMEOUT_MS: String(TIMEOUT_MS),
    });
  });
  afterEach(async () => {
    await running.stop();
    await vendor.stop();
  });

  const status = (code: number, headers: Record<string, string> = {}): Fault => ({
    kind: 'answer',
    answer: { status: code, headers, body: { error: { message: 'no' } } },
  });

  it.each<[string, Fault, string]>([
    ['429', status(429), 'rate_limited'],
    ['500', status(500), 'server_error'],
    ['a 502 that is not JSON', { kind: 'answer', answer: { status: 502, body: '<html>' } }, 'server_error'],
    ['503', status(503), 'server_error'],
    ['504', status(504), 'server_error'],
    ['no answer', { kind: 'silence' }, 'timeout'],
    ['an endless wait for an answer', { kind: 'drip' }, 'timeout'],
    ['a cut connection', { kind: 'cut' }, 'connection'],
    ['malformed JSON', { kind: 'raw', text: '{"embeddings": [{"values": [NaN' }, 'malformed_answer'],
    ['another format', { kind: 'raw', text: '{"result": "ok"}' }, 'malformed_answer'],
  ])('retries after %s', async (_what, fault, reason) => {
    vendor.faults.push(fault);
    expect(await running.embedDocuments(['a', 'b'])).toHaveLength(2);
    expect(vendor.received).toHaveLength(2);
    expect(await running.metric('failures_total', `reason="${reason}"`)).toBe(1);
  });

  it.each<[string, Fault, RegExp]>([
    ['401', status(401), /refuses the API key\. Set EMBEDDING_API_KEY/],
    ['403', status(403), /refuses the API key\. Set EMBEDDING_API_KEY/],
    ['404', status(404), /Check EMBEDDING_MODEL and EMBEDDING_URL/],
    ['a redirect', status(307, { location: 'http://127.0.0.1:1/elsewhere' }), /redirects/],
    ['451', status(451), /refuses the request/],
    ['an endless response', { kind: 'flood' }, /too large a response/],
    [
      'one vector too few',
      { kind: 'spoil', spoil: (vectors) => vectors.slice(1) },
      /a different number of vectors/,
    ],
    [
      'one vector too many',
      { kind: 'spoil', spoil: (vectors) => [...vectors, vectors[0]!] },
      /a different number of vectors/,
    ],
    [
      'other dimensions',
      { kind: 'spoil', spoil: (vectors) => vectors.map((vector) => vector.slice(0, 512)) },
      /of 512 dimensions, but 768 are configured\. Set EMBEDDING_DIMENSIONS to 512/,
    ],
  ])('does not retry after %s, and says what to do', async (_what, fault, advice) => {
    vendor.faults.push(fault);
    await expect(running.embedDocuments(['a', 'b'])).rejects.toMatchObject({
      code: 'semantic_unavailable',
      publicText: expect.stringMatching(advice) as string,
    });
    expect(vendor.received).toHaveLength(1);
  });

  const unusable: [string, (vectors: number[][]) => unknown[]][] = [
    ['values that are not numbers', (vectors) => vectors.map((vector) => vector.map(() => null))],
    ['text', (vectors) => vectors.map((vector) => vector.map(String))],
    ['infinity', (vectors) => vectors.map((vector) => [1e308, 1e308, ...vector.slice(2)])],
    ['zeros', (vectors) => vectors.map((vector) => vector.map(() => 0))],
  ];
  it.each(unusable)('never passes on %s', async (_what, spoil) => {
    vendor.lastingFault = { kind: 'spoil', spoil };
    await expect(running.embedDocuments(['a', 'b'])).rejects.toMatchObject({
      code: 'semantic_unavailable',
      publicText: expect.stringContaining('zero or not finite') as string,
    });
  });

  it.each(unusable)('names the one text whose vector is %s', async (_what, spoil) => {
    await running.embedDocuments(['warm']);
    vendor.faults.push({
      kind: 'spoil',
      spoil: (vectors) => [vectors[0]!, spoil(vectors)[1], vectors[2]!],
    });
    await expect(running.embedDocuments(['a', 'b', 'c'])).rejects.toMatchObject({
      code: 'invalid_parameter',
      issues: [{ parameter: 'texts[1]', message: 'cannot be embedded by this model' }],
    });
  });

  it('finds the texts that can never be embedded', async () => {
    const texts = Array.from({ length: 50 }, (_, index) =>
      [7, 8, 41].includes(index) ? `UNEMBEDDABLE ${index}` : `text ${index}`,
    );
    await expect(running.embedDocuments(texts)).rejects.toMatchObject({
      code: 'invalid_parameter',
      issues: [{ parameter: 'texts[7]' }, { parameter: 'texts[8]' }, { parameter: 'texts[41]' }],
    });
    expect(await running.embedDocuments(texts.filter((text) => !text.startsWith('U')))).toHaveLength(47);
    await expect(running.embedDocuments(['UNEMBEDDABLE'])).rejects.toMatchObject({
      code: 'invalid_parameter',
      issues: [{ parameter: 'texts[0]' }],
    });
    await expect(running.embedQuery('an UNEMBEDDABLE question')).rejects.toMatchObject({
      code: 'invalid_parameter',
      issues: [{ parameter: 'texts[0]' }],
    });
    // The vendor works, so the breaker stays closed.
    expect(await running.metric('breaker_state', 'state="closed"')).toBe(1);
  });

  it('waits as long as Retry-After says, in seconds or as a date', async () => {
    vendor.faults.push(status(429, { 'retry-after': '1' }));
    const began = performance.now();
    await running.embedQuery('a');
    expect(performance.now() - began).toBeGreaterThanOrEqual(999);
    const soon = new Date(Date.now() + 1_500).toUTCString();
    vendor.faults.push(status(503, { 'retry-after': soon }));
    await running.embedQuery('b');
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(soon) - 1);
  });

  it('does not wait beyond the deadline', async () => {
    vendor.faults.push(status(429, { 'retry-after': '30' }));
    const began = performance.now();
    await expect(running.embedQuery('a', 20_000)).rejects.toMatchObject({
      code: 'semantic_unavailable',
      retryAfterSeconds: 30,
    });
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(vendor.received).toHaveLength(1);
  });

  it('holds documents back while the vendor asks to wait, but lets queries try', async () => {
    vendor.faults.push(status(429, { 'retry-after': '30' }));
    await expect(running.embedDocuments(['a'])).rejects.toMatchObject({ retryAfterSeconds: 30 });
    await expect(running.embedDocuments(['b'])).rejects.toMatchObject({ code: 'semantic_unavailable' });
    expect(vendor.received).toHaveLength(1);
    await running.embedQuery('c');
    expect(vendor.received).toHaveLength(2);
  });

  it('holds documents back longer and longer if the vendor does not say for how long', async () => {
    const began = performance.now();
    vendor.faults.push(status(429), status(429));
    await running.embedDocuments(['a']);
    expect(vendor.received).toHaveLength(3);
    expect(performance.now() - began).toBeGreaterThanOrEqual(1_499);
  });

  it('gives up after a few attempts', async () => {
    vendor.lastingFault = status(500);
    await expect(running.embedDocuments(['a'])).rejects.toMatchObject({
      code: 'semantic_unavailable',
      publicText: expect.stringContaining('reported an internal error') as string,
      retryAfterSeconds: 1,
    });
    expect(vendor.received).toHaveLength(4);
  });
});

it('starts and becomes ready without its vendor, and reports that it is unreachable', async () => {
  const running = await startEmbedding({
    EMBEDDING_PROVIDER: 'openai',
    EMBEDDING_URL: `http://127.0.0.1:${await freePort()}/v1`,
  });
  try {
    expect(await running.client.isServing(1_000)).toBe(true);
    await expect(running.embedQuery('a')).rejects.toMatchObject({
      code: 'semantic_unavailable',
      publicText: expect.stringMatching(/cannot be reached.*EMBEDDING_URL/) as string,
    });
    expect(await running.client.isServing(1_000)).toBe(true);
    expect(await running.client.getModel({}, { requestId: 'x' })).toMatchObject({ dimensions: 768 });
  } finally {
    await running.stop();
  }
});

it('reveals neither host nor response in texts that callers may read', async () => {
  const vendor = await startFakeGemini();
  const running = await startEmbedding({
    EMBEDDING_PROVIDER: 'gemini',
    EMBEDDING_URL: vendor.url,
    EMBEDDING_API_KEY: GEMINI_KEY,
  });
  try {
    vendor.lastingFault = {
      kind: 'answer',
      answer: geminiError(400, 'INVALID_ARGUMENT', 'the text a-private-question is bad'),
    };
    const failure = await running.embedQuery('a-private-question').catch((error: ServiceError) => error);
    expect(JSON.stringify(failure)).toContain('semantic_unavailable');
    expect(JSON.stringify(failure)).not.toMatch(/127\.0\.0\.1|localhost|a-private-question/);
  } finally {
    await running.stop();
    await vendor.stop();
  }
});

it('answers by the deadline, whatever the vendor does', async () => {
  const vendor = await startFakeOpenAi({ needsKey: false });
  const running = await startEmbedding({ EMBEDDING_PROVIDER: 'openai', EMBEDDING_URL: `${vendor.url}/v1` });
  try {
    vendor.lastingFault = { kind: 'silence' };
    // Again if this machine held up the answer until the caller gave up by itself.
    const failure = await waitFor(async () => {
      const error = await running.embedQuery('a', 1_500).catch((thrown: unknown) => thrown as ServiceError);
      return !('code' in error && error.code === 'unavailable') && error;
    });
    expect(failure).toMatchObject({
      code: 'semantic_unavailable',
      publicText: expect.stringContaining('before the deadline') as string,
    });
  } finally {
    await running.stop();
    await vendor.stop();
  }
});
