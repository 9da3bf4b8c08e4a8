import type { SignalFilters } from '@heliograph/read-model';
import { tooExpensive } from './count-bound';

const COST = 1000;

/** The parameters that the error names for a count whose parts cost this much. */
function blamed(
  query: Partial<SignalFilters>,
  costs: Partial<Record<keyof SignalFilters, number>>,
): string[] {
  const costOf = (of: SignalFilters) =>
    Object.entries(costs).reduce(
      (sum, [name, cost]) => sum + (of[name as keyof SignalFilters] === undefined ? 0 : cost),
      0,
    );
  const error = tooExpensive(query as SignalFilters, COST, costOf);
  expect(error.code).toBe('invalid_parameter');
  expect(error.message).toMatch(/: This count is too expensive\. Narrow it/);
  expect(error.issues!.every(({ message }) => message.endsWith(', or narrow the dates'))).toBe(true);
  return error.issues!.map(({ parameter }) => parameter);
}

it('names the parameter that makes it expensive', () => {
  expect(blamed({ q: 'a', exclude: 'b' }, { q: 501, exclude: 499 })).toEqual(['q']);
  expect(blamed({ q: 'a', exclude: 'b' }, { q: 499, exclude: 501 })).toEqual(['exclude']);
});

it('names all that could be narrowed when no single one would help', () => {
  expect(blamed({ q: 'a', any: 'b', company: '' }, { q: 500, any: 500 })).toEqual(['q', 'any']);
  expect(blamed({ country: 'France' }, { country: COST })).toEqual([]);
});

it.each([
  ['searchGroups', /^has company-scoped groups that match too many signals: ask for fewer groups/],
  ['exclude', /^excludes too many words or phrases: exclude fewer/],
  ['q', /^has words or phrases that are too common together/],
  ['all', /^has words or phrases that are too common together/],
  ['any', /^has too many common words/],
  ['exact', /^is a phrase of words that are too common/],
  ['company', /^is a name of words that are too common/],
  ['fundingMin', /^is a range of amounts that too many signals match/],
  ['fundingMax', /^is a range of amounts that too many signals match/],
] as const)('says what helps with %s', (parameter, advice) => {
  const query = { [parameter]: 'x' } as unknown as SignalFilters;
  expect(tooExpensive(query, COST, () => 0).issues).toEqual([
    { parameter, message: expect.stringMatching(advice) as string },
  ]);
});
