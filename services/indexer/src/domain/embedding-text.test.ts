import { embeddingText, textHash } from './embedding-text';

it('is the title', () => {
  expect(embeddingText({ title: 'Brindlewick raises €12m' })).toBe('Brindlewick raises €12m');
});

it('hashes to the UUID that the database gives back', () => {
  // printf 'abc' | sha256sum
  expect(textHash('abc')).toBe('ba7816bf-8f01-cfea-4141-40de5dae2223');
  expect(textHash('abd')).not.toBe(textHash('abc'));
});
