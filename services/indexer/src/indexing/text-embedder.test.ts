import type { embedding } from '@heliograph/proto';
import { ServiceError } from '@heliograph/runtime';
import type { ActiveCollection } from '../collections/active-collection';
import { TextEmbedder } from './text-embedder';

const model = { name: 'Model', identity: 'model-1', dimensions: 2, largestBatch: 4 };
const collection: ActiveCollection = {
  ...model,
  id: 1,
  modelName: 'Model',
  name: 'signals-model-1',
  epoch: 1,
  readsCompanies: false,
};
const answerOf = (texts: readonly string[]): embedding.EmbedResponse => ({
  model,
  vectors: texts.map(() => Buffer.from(Float32Array.of(0, 1).buffer)),
});
const of = (...titles: string[]) => titles.map((title) => ({ title }));
/** 0 and 1 as 16-bit floats. */
const vector = Buffer.from([0, 0, 0, 0x3c]);

function embedder(response: (texts: readonly string[]) => embedding.EmbedResponse) {
  const asked: string[] = [];
  const embed = async ({ texts }: embedding.EmbedRequest) => {
    asked.push(texts.join(''));
    return response(texts);
  };
  return { asked, embedder: new TextEmbedder({ embed }) };
}

it('returns vectors as 16-bit floats, and sends nothing for no texts', async () => {
  const { embedder: subject, asked } = embedder(answerOf);
  expect(await subject.embed(of('a', 'b'), collection)).toEqual([{ vector }, { vector }]);
  expect(await subject.embed(of(), collection)).toEqual([]);
  expect(asked).toEqual(['ab']);
});

it('retries without the refused texts', async () => {
  const { embedder: subject, asked } = embedder((texts) => {
    const issues = texts.flatMap((text, index) =>
      'bd'.includes(text) ? [{ parameter: `texts[${index}]`, message: `no ${text}` }] : [],
    );
    if (issues.length > 0) throw new ServiceError('invalid_parameter', 'No.', { issues });
    return answerOf(texts);
  });
  expect(await subject.embed(of('a', 'b', 'c', 'd'), collection)).toEqual([
    { vector },
    { refusal: 'no b' },
    { vector },
    { refusal: 'no d' },
  ]);
  expect(asked).toEqual(['abcd', 'ac']);
  expect(await subject.embed(of('b', 'd'), collection)).toEqual([{ refusal: 'no b' }, { refusal: 'no d' }]);
});

it('finds the refused texts when the response does not name them', async () => {
  const { embedder: subject } = embedder((texts) => {
    if (texts.includes('b') || texts.length > 2)
      throw new ServiceError('invalid_parameter', 'Something is wrong.');
    return answerOf(texts);
  });
  expect(await subject.embed(of('a', 'b', 'c', 'd'), collection)).toEqual([
    { vector },
    { refusal: 'Something is wrong.' },
    { vector },
    { vector },
  ]);
});

it('reports a changed model', async () => {
  const { embedder: subject } = embedder((texts) => ({
    ...answerOf(texts),
    model: { ...model, identity: 'other' },
  }));
  expect(await subject.embed(of('a'), collection)).toBeUndefined();
});

it.each<[string, (texts: readonly string[]) => embedding.EmbedResponse]>([
  ['too few', (texts) => ({ ...answerOf(texts), vectors: [] })],
  ['of another length', (texts) => ({ ...answerOf(texts), vectors: [Buffer.alloc(4)] })],
])('rejects vectors that are %s', async (_what, response) => {
  await expect(embedder(response).embedder.embed(of('a'), collection)).rejects.toThrow('vectors for 1 texts');
});

it('passes on that the provider is unusable', async () => {
  const { embedder: subject } = embedder(() => {
    throw new ServiceError('semantic_unavailable', 'Down.');
  });
  await expect(subject.embed(of('a'), collection)).rejects.toMatchObject({ publicText: 'Down.' });
});

it('sends companies only to a model that reads them', async () => {
  const requests: embedding.EmbedRequest[] = [];
  const embed = async (request: embedding.EmbedRequest) => {
    requests.push(request);
    return answerOf(request.texts);
  };
  const company = { description: 'Batteries', industries: ['Energy'] };
  const texts = [{ title: 'a', company }, { title: 'b' }];
  const subject = new TextEmbedder({ embed });
  await subject.embed(texts, { ...collection, readsCompanies: true });
  await subject.embed(texts, collection);
  expect(requests).toMatchObject([
    { texts: ['a', 'b'], companies: { each: [company, { description: '', industries: [] }] } },
    { texts: ['a', 'b'] },
  ]);
  expect(requests[1]).not.toHaveProperty('companies');
});

it('sends the beginning of a long description, in whole characters', async () => {
  const descriptions: string[] = [];
  const embed = async ({ texts, companies }: embedding.EmbedRequest) => {
    descriptions.push(...companies!.each.map(({ description }) => description));
    return answerOf(texts);
  };
  const long = ['a'.repeat(1_001), `${'a'.repeat(999)}🔋`, `${'a'.repeat(998)}🔋b`];
  const texts = long.map((description) => ({ title: 'a', company: { description, industries: [] } }));
  await new TextEmbedder({ embed }).embed(texts, { ...collection, readsCompanies: true });
  expect(descriptions).toEqual(['a'.repeat(1_000), 'a'.repeat(999), `${'a'.repeat(998)}🔋`]);
});

it('takes fewer texts after a call timed out, and more again as calls succeed', async () => {
  let [now, isSlow] = [0, true];
  const embed = async ({ texts }: embedding.EmbedRequest) => {
    const tookMs = isSlow ? 30_000 * texts.length : 10;
    now += Math.min(tookMs, 60_000);
    if (tookMs >= 60_000) throw new ServiceError('semantic_unavailable', 'Out of time.');
    return answerOf(texts);
  };
  const subject = new TextEmbedder({ embed }, () => now);
  const sizes: number[] = [];
  const take = async () => {
    sizes.push(subject.largestBatch(collection));
    await subject.embed(of('a', 'b', 'c', 'd').slice(0, sizes.at(-1)), collection).catch(() => undefined);
  };
  for (let calls = 0; calls < 4; calls += 1) await take();
  isSlow = false;
  for (let calls = 0; calls < 3; calls += 1) await take();
  expect(sizes).toEqual([4, 2, 1, 2, 1, 2, 4]);
});
