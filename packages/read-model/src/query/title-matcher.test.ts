import { search } from '@heliograph/proto';
import { TitleMatcher } from './title-matcher';
import type { SignalFilters } from './search-request';

const TITLE = 'Café «AI企业» opens: the cafe opens its Series A';
const { SearchGroups_Scope: Scope, SearchGroups_Operator: Operator } = search;

/** Each match as its parameter, group, term, and matched characters of the title. */
const matched = (filters: SignalFilters, title = TITLE) =>
  new TitleMatcher(filters)
    .matchesOf(title)
    .map(({ parameter, group, term, start, end }) =>
      [parameter, group, term, Array.from(title).slice(start, end).join('')].filter(
        (part) => part !== undefined,
      ),
    );

const groups = (...terms: string[][]): search.SearchGroups => ({
  op: Operator.AND,
  groups: terms.map((list) => ({
    scope: Scope.COMPANY,
    match: Operator.OR,
    terms: list,
    exclude: ['opens'],
  })),
});

it.each<[string, SignalFilters, unknown[]]>([
  [
    'every occurrence, however it is spelled',
    { q: 'CAFE' },
    [
      ['q', 'CAFE', 'Café'],
      ['q', 'CAFE', 'cafe'],
    ],
  ],
  ['a phrase without its quotes', { q: 'x "series  a" -opens' }, [['q', 'series  a', 'Series A']]],
  ['a term with punctuation as it was written', { all: '(series-a)' }, [['all', '(series-a)', 'Series A']]],
  [
    'letters of unspaced scripts',
    { any: '企 企业' },
    [
      ['any', '企', '企'],
      ['any', '企业', '企业'],
    ],
  ],
  ['all words of exact', { exact: 'opens: the' }, [['exact', 'opens: the', 'opens: the']]],
  [
    'the same words for several parameters and groups, by parameter and group',
    {
      q: 'its',
      all: 'its',
      exact: 'its',
      any: 'ITS its its',
      searchGroups: groups(['absent'], ['its'], ['its']),
    },
    [
      ['all', 'its', 'its'],
      ['any', 'ITS', 'its'],
      ['any', 'its', 'its'],
      ['exact', 'its', 'its'],
      ['q', 'its', 'its'],
      ['searchGroups', 1, 'its', 'its'],
      ['searchGroups', 2, 'its', 'its'],
    ],
  ],
  ['nothing for exclusions', { q: '-cafe -"series a"', exclude: 'opens' }, []],
  ['nothing for terms without words', { q: '+ "!"', exact: '…', searchGroups: groups(['?']) }, []],
  ['nothing without terms', {}, []],
])('finds %s', (_, filters, expected) => {
  expect(matched(filters)).toEqual(expected);
});

it('finds overlapping occurrences, by start and then by end', () => {
  const matches = new TitleMatcher({ q: '"a a" a "a a a"' }).matchesOf('a A a');
  expect(matches.map(({ term, start, end }) => `${term} ${start}-${end}`)).toEqual([
    'a 0-1',
    'a a 0-3',
    'a a a 0-5',
    'a 2-3',
    'a a 2-5',
    'a 4-5',
  ]);
});

it('counts code points, and lists a term once when one character contains it twice', () => {
  expect(new TitleMatcher({ q: 'ア 平' }).matchesOf('𠮷👍㌂㍻')).toEqual([
    { parameter: 'q', term: 'ア', start: 2, end: 3 },
    { parameter: 'q', term: '平', start: 3, end: 4 },
  ]);
});

it('is bounded for any query and title', () => {
  const any = Array.from(
    { length: 200 },
    (_, index) => `${'+'.repeat(index % 4)}${'a'.repeat(1)}${'.'.repeat(index)}`,
  );
  const matches = new TitleMatcher({ any: any.join(' ') }).matchesOf('a '.repeat(500));
  expect(matches).toHaveLength(1_000);
  expect(matches.at(-1)!.start).toBeLessThan(20);
});
