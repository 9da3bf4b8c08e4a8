import { modelIdentity } from './model-identity';

it('consists of the provider, the model, the task, and the dimensions', () => {
  expect(modelIdentity('gemini', 'gemini-embedding-001', 'clustering', 768)).toBe(
    'gemini-gemini-embedding-001-clustering-768',
  );
});

it.each([
  ['nomic-embed-text:latest', /^openai-nomic-embed-text-latest-768-[0-9a-f]{8}$/],
  ['BAAI/bge-m3', /^openai-baai-bge-m3-768-[0-9a-f]{8}$/],
  ['x'.repeat(200), /^openai-x{44}-[0-9a-f]{8}$/],
  ['模型', /^openai---768-[0-9a-f]{8}$|^openai-.*-[0-9a-f]{8}$/],
])('turns %s into a valid collection name', (model, expected) => {
  const identity = modelIdentity('openai', model, 768);
  expect(identity).toMatch(expected);
  expect(identity).toMatch(/^[a-z0-9._-]{1,60}$/);
});

it('differs for anything that changes vectors, even for similar names', () => {
  const long = 'y'.repeat(100);
  const identities = [
    modelIdentity('openai', 'a/b', 768),
    modelIdentity('openai', 'a:b', 768),
    modelIdentity('openai', 'a-b', 768),
    modelIdentity('openai', 'A-b', 768),
    modelIdentity('openai', 'a-b', 512),
    modelIdentity('gemini', 'a-b', 'clustering', 768),
    modelIdentity('openai', `${long}1`, 768),
    modelIdentity('openai', `${long}2`, 768),
  ];
  expect(new Set(identities).size).toBe(identities.length);
});
