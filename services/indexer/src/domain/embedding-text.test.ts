import { embeddingText, textHash } from './embedding-text';

const company = { description: 'Batteries for trucks', industries: ['Energy'] };
const hashWith = (changes: Partial<typeof company>) =>
  textHash({ title: 'abc', company: { ...company, ...changes } });

it('is the title, and the company for models that read it', () => {
  const signal = { title: 'Brindlewick raises €12m' };
  expect(embeddingText(signal, undefined)).toEqual(signal);
  expect(embeddingText(signal, company)).toEqual({ ...signal, company });
});

it('hashes to the UUID that the database returns', () => {
  // printf 'abc' | sha256sum
  expect(textHash({ title: 'abc' })).toBe('ba7816bf-8f01-cfea-4141-40de5dae2223');
});

it('hashes everything that the vector depends on', () => {
  const hashes = [
    textHash({ title: 'abc' }),
    textHash({ title: 'abd' }),
    hashWith({}),
    hashWith({ description: '' }),
    hashWith({ industries: [] }),
    hashWith({ industries: ['Energy', 'Trucks'] }),
  ];
  expect(new Set(hashes).size).toBe(hashes.length);
  expect(hashWith({})).toBe(hashes[2]);
});
