import { queryBody } from './query-body';

test('terms, phrases, exclusions and filters', () => {
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

test('a count asks for no items and all of the total', () => {
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

test('what it cannot say exactly it does not say', () => {
  expect(queryBody({ searchGroups: '{}' })).toBeUndefined();
});
