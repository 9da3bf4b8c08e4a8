import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** As documented in README.md. */
const DIGESTS = {
  'all-minilm-l6-v2-q.onnx': 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1',
  'tokenizer.json': 'da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0',
};

/** Made by other implementations of tokenizer and runtime, see README.md: 16-bit integers in units of 1/10,000. */
const reference = JSON.parse(readFileSync(join(__dirname, 'reference.json'), 'utf8')) as {
  text: string;
  vector: string;
}[];

let thread: Worker;
beforeAll(() => {
  thread = new Worker(join(__dirname, 'support/model-thread.cjs'), { execArgv: [] });
});
afterAll(() => thread.terminate());

/** One at a time. */
async function embed(text: string): Promise<Float32Array> {
  thread.postMessage(text);
  const [vector] = (await once(thread, 'message')) as [Float32Array];
  return vector;
}

const cosine = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, value, index) => sum + value * b[index]!, 0) / (Math.hypot(...a) * Math.hypot(...b));

it.each(Object.entries(DIGESTS))('%s is unchanged', (file, digest) => {
  const bytes = readFileSync(join(__dirname, '../weights', file));
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(digest);
});

// From version 1.29 on, each process that loads the library reports to its makers unless this is disabled.
it('runs in a library that sends nothing to anyone', () => {
  const directory = join(dirname(require.resolve('onnxruntime-node')), '../bin');
  const libraries = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /libonnxruntime\.(so|[\d.]*dylib)/.test(file),
  );
  expect(libraries.length).toBeGreaterThan(1);
  for (const library of libraries) {
    const bytes = readFileSync(join(directory, library));
    expect([library, bytes.includes('events.data.microsoft.com')]).toEqual([library, false]);
  }
});

it.each(reference)('computes the reference vector for text %#', async ({ text, vector }) => {
  const bytes = Buffer.from(vector, 'base64');
  const expected = Float32Array.from({ length: bytes.length / 2 }, (_, index) =>
    bytes.readInt16LE(2 * index),
  );
  const made = await embed(text);
  expect(made).toHaveLength(384);
  expect(Math.hypot(...made)).toBeCloseTo(1, 5);
  // A last bit that versions or processors round differently can move a number by one of 256 steps: .996 was seen.
  expect(cosine(made, expected)).toBeGreaterThan(0.99);
});

it('computes the same numbers for a text whatever ran before', async () => {
  const before = await embed('houses made of wood');
  await embed('x '.repeat(4_000));
  expect(await embed('houses made of wood')).toEqual(before);
});

it('reads the first 256 tokens', async () => {
  const words = 'the quick brown fox jumps over the lazy dog and '.repeat(40);
  const vector = await embed(words);
  expect(await embed(`${words} company news from the harbour`)).toEqual(vector);
  expect(await embed(words.slice(0, 500))).not.toEqual(vector);
});

it('places words with similar meaning near each other', async () => {
  const timber = await embed('timber-frame housing');
  const wood = await embed('houses made of wood');
  const bank = await embed('a bank opens a branch');
  expect(cosine(timber, wood)).toBeGreaterThan(cosine(timber, bank) + 0.3);
});
