import { everySignal } from '@heliograph/catalog';
import { compileCount } from './compile-count';
import { compilePage } from './compile-page';
import { tooDear } from './count-bound';
import type { SearchQuery } from './query';
import { Statistics } from './statistics';

const MAXIMUM_COUNT_COST = 5_000_000;
const DEAR_COST = 100_000;

/** A million signals, in which the word `wordN` is held by one in N. */
const days = Array.from({ length: 500 }, (_, index) => ({
  day: new Date(Date.UTC(2025, 6, 1) + index * 86_400_000).toISOString().slice(0, 10),
  signals: 2_000,
}));
const shareOf = (lexeme: string) => {
  const numbers = [...lexeme.matchAll(/word(\d+)/g)].map(([, number]) => 1 / Number(number));
  return numbers.length === 0 ? undefined : numbers.reduce((product, share) => product * share, 1);
};
const context = {
  today: '2026-11-18',
  statistics: new Statistics({
    shares: { get: shareOf } as unknown as ReadonlyMap<string, number>,
    days,
    bitmaps: new Set([everySignal, 'word10', 'word20']),
  }),
};
const costOfCount = (query: SearchQuery) => compileCount(query, context)?.cost ?? 0;
const costOfPage = (query: SearchQuery) => compilePage(query, { limit: 50 }, context)?.cost ?? 0;
const words = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => `word${first + index}`);
const companyGroups = (groups: string[][]): SearchQuery['searchGroups'] => ({
  op: 'or',
  groups: groups.map((terms) => ({ scope: 'company', match: 'and', terms, exclude: [] })),
});
const dearest: SearchQuery = {
  exclude: words(900, 60)
    .map((word) => `"word12 ${word} word12"`)
    .join(','),
  searchGroups: companyGroups([words(8, 7), words(15, 7), words(22, 7), words(29, 7)]),
};

it.each<[string, SearchQuery]>([
  ['a word', { q: 'word10' }],
  ['a rare word', { q: 'word90000' }],
  ['words and exclusions', { q: 'word10 word20', exclude: 'word30,word40' }],
  ['a word between days', { q: 'word50', dateFrom: '2025-09-01', dateTo: '2026-03-01' }],
])('%s is cheap on a million signals, as a page and as a count', (_, query) => {
  expect(costOfPage(query)).toBeLessThan(DEAR_COST);
  expect(costOfCount(query)).toBeLessThan(DEAR_COST);
});

it('counts of company-scoped groups of common words are dear, and ordinary ones are within the bound', () => {
  const ordinary = { searchGroups: companyGroups([['word10', 'word20']]) };
  expect(costOfCount(ordinary)).toBeGreaterThan(DEAR_COST);
  expect(costOfCount(ordinary)).toBeLessThan(MAXIMUM_COUNT_COST);
  expect(costOfCount(dearest)).toBeGreaterThan(MAXIMUM_COUNT_COST);
});

it('names what makes a count too dear', () => {
  const blamed = (query: SearchQuery) =>
    tooDear(query, costOfCount(query), costOfCount).faults.map(({ parameter }) => parameter);
  expect(blamed({ ...dearest, q: '-word90000' })).toEqual(['searchGroups']);
});
