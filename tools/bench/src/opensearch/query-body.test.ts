import { queryBody } from './query-body';

test('translates terms, phrases, exclusions, and filters', () => {
  expect(
    queryBody({ q: 'Node.js robot -"of the"', country: 'X', dateFrom: '2026-01-01', limit: '5', page: '3' }),
  ).toMatchObject({
    query: {
      bool: {
        filter: [
          { match_phrase: { words: 'node js' } },
          { term: { words: 'robot' } },
          { term: { country: 'X' } },
          { range: { day: { gte: '2026-01-01' } } },
        ],
        must_not: [{ match_phrase: { words: 'of the' } }],
      },
    },
    size: 5,
    from: 10,
  });
});

test('asks for no items and the full total when counting', () => {
  expect(queryBody({ any: 'a b', countOnly: 'true' })).toEqual({
    query: {
      bool: {
        filter: [{ bool: { should: [{ term: { words: 'a' } }, { term: { words: 'b' } }] } }],
        must_not: [],
      },
    },
    size: 0,
    track_total_hits: true,
  });
});

test('returns undefined for what it cannot express exactly', () => {
  expect(queryBody({ searchGroups: '{}' })).toBeUndefined();
});
