import {
  amountBucket,
  companyLexemes,
  lastAmountBucket,
  signalLexemes,
  sizeOf,
  weekLexeme,
  wordLexeme,
} from './lexemes';
import { words } from '@heliograph/words';

test('a signal holds its words, pairs, repeated words and equality filters', () => {
  const lexemes = signalLexemes(
    {
      category: 'hiring',
      activityDate: '2026-11-20',
      hiring: { types: ['x'] },
      funding: { stage: 'seed', amount: 0, currency: 'USD' },
    },
    words('New York, new hire'),
    { country: 'US', city: 'São Paulo', industries: ['AI'] },
    companyLexemes({ slug: 'acme', name: 'Acme Inc.', employeeCount: 49 }),
  );
  expect(new Set(lexemes).size).toBe(lexemes.length);
  expect([...lexemes].sort()).toEqual(
    [
      ...['new', 'york', 'hire', 'new york', 'york new', 'new hire', '*new'],
      ...['n=acme', 'n=inc', 'n=acme inc', 'N=acme inc.', 'o=acme', 's=1'],
      ...['c=US', 'l=us', 't=sao paulo', 'i=AI', 'k=hiring', 'ht=x', 'fs=seed', 'fc=USD', 'fa=0'],
      ...['d=20261120', 'w=6620', 'm=202611'],
    ].sort(),
  );
});

test('lexemes stay short enough to be stored, and distinct', () => {
  const long = 'é'.repeat(1000);
  expect(Buffer.byteLength(wordLexeme('title', long))).toBeLessThan(200);
  expect(wordLexeme('title', long)).not.toBe(wordLexeme('title', `${long}x`));
  expect(wordLexeme('title', long)).not.toBe(wordLexeme('name', long));
});

test('amount buckets never fall as amounts rise', () => {
  const amounts = [0, 0.01, 1, 1.2, Math.SQRT2, 2, 1e6, 1e6 + 0.5, 2 ** 40, 1e300];
  const buckets = amounts.map(amountBucket);
  expect(buckets).toEqual([...buckets].sort((a, b) => a - b));
  expect(buckets[0]).toBe(0);
  expect(buckets.at(-1)).toBe(lastAmountBucket);
});

test.each([
  [undefined, undefined],
  [0, undefined],
  [1, '1-49'],
  [49, '1-49'],
  [50, '50-100'],
  [500, '101-500'],
  [501, '501-10000000'],
  [10_000_001, undefined],
])('%p employees are of size %p', (count, size) => expect(sizeOf(count)).toBe(size));

test('weeks begin on Monday', () => {
  expect(weekLexeme('2026-11-16')).toBe(weekLexeme('2026-11-22'));
  expect(weekLexeme('2026-11-23')).not.toBe(weekLexeme('2026-11-22'));
});
