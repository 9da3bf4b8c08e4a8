import { everySignal } from '@heliograph/catalog';
import { compileCount } from './compile-count';
import { compilePage } from './compile-page';
import type { SearchQuery } from './query';
import { Statistics } from './statistics';

const days = Array.from({ length: 500 }, (_, index) => ({
  day: new Date(Date.UTC(2025, 6, 1) + index * 86_400_000).toISOString().slice(0, 10),
  signals: 2000,
}));
/** Statistics by which every lexeme has one share of the signals. */
const sharing = (share: number) => ({
  today: '2026-11-18',
  statistics: new Statistics({
    shares: { get: () => share } as unknown as ReadonlyMap<string, number>,
    days,
    bitmaps: new Set([everySignal]),
  }),
});
const rare = sharing(0.000_01);
const common = sharing(0.2);
const companyGroups: SearchQuery = {
  searchGroups: {
    op: 'and',
    groups: [{ scope: 'company', match: 'and', terms: ['robots', 'arms'], exclude: [] }],
  },
};

it.each([
  ['walk', {}, common],
  ['index', { q: 'robots' }, rare],
  ['staged', { q: 'robots' }, common],
  ['groups', companyGroups, common],
  ['ids', { ids: ['1', '2'], q: 'robots' }, common],
  ['ids', { ids: ['1'], ...companyGroups }, common],
] as const)('a page is found by %s for %j', (plan, query, context) => {
  expect(compilePage(query as SearchQuery, { limit: 50 }, context)?.plan).toBe(plan);
});

it.each([
  ['bitmaps', {}, common],
  ['index', { q: 'robots' }, rare],
  ['groups', companyGroups, common],
  ['ids', { ids: ['1'] }, common],
  ['ids', { ids: ['1'], ...companyGroups }, common],
] as const)('matches are counted by %s for %j', (plan, query, context) => {
  expect(compileCount(query as SearchQuery, context)?.plan).toBe(plan);
});
