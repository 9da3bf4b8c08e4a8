import { compileCount } from './compile-count';
import { compilePage } from './compile-page';
import type { SearchQuery } from './query';
import { Statistics } from './statistics';

const days = Array.from({ length: 500 }, (_, index) => ({
  day: new Date(Date.UTC(2025, 6, 1) + index * 86_400_000).toISOString().slice(0, 10),
  signals: 2000,
}));
const shares = new Map([
  ['very', 0.2],
  ['also', 0.1],
  ['some', 0.003],
]);
const context = { today: '2026-11-21', statistics: new Statistics({ shares, days, bitmaps: new Set() }) };

const companies = (terms: string[], more: SearchQuery = {}, exclude: string[] = []): SearchQuery => ({
  ...more,
  searchGroups: { op: 'and', groups: [{ scope: 'company', match: 'and', terms, exclude }] },
});
const textOf = (query: SearchQuery) => compilePage(query, { limit: 50 }, context)?.text ?? '';

test('a rare term lists its companies, reads their signals up to a bound, then walks for them', () => {
  const text = textOf(companies(['very', 'rare']));
  expect(text).toMatch(/own AS MATERIALIZED .* LIMIT 4001/s);
  expect(text).toMatch(
    /candidate_0 .*LIMIT 65536\) s\s+WHERE .*IN \(SELECT h.company_id FROM having_rare h\)/s,
  );
  expect(text).not.toContain('candidate_1');
});

test('companies of a term that is not so rare are met while walking', () => {
  const text = textOf(companies(['very', 'some']));
  expect(text).toContain('having_rare');
  expect(text).not.toContain('own AS');
});

test('few signals are grouped at once', () => {
  const text = textOf(companies(['some', 'rare']));
  expect(text).not.toMatch(/candidate|having_rare/);
});

test('a look at a company never becomes a reading of all signals', () => {
  const exists = textOf(companies(['very', 'also'])).match(
    /EXISTS \(SELECT FROM catalog\.signal s .*?\) OR/gs,
  );
  expect(exists?.length).toBeGreaterThan(0);
  for (const text of exists ?? []) expect(text).toMatch(/IS TRUE OFFSET 0\)/);
});

test('counts of exclusions alone keep out of the lexeme index', () => {
  expect(compileCount({ q: '-very' }, context)?.text).toMatch(
    /WHERE NOT s.pending AND \(s.lexemes @@ .*\) IS TRUE/,
  );
});
