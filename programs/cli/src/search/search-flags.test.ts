import type { SearchParameters } from '@heliograph/sdk';
import { UsageError } from '../failure';
import { readSearch } from './read-search';
import { filterFlags, flagOfParameter, pageFlags, wordFlags } from './search-flags';

/** Every parameter of the API and its flag; a new parameter does not compile without one. */
const FLAGS: Record<keyof SearchParameters, string> = {
  q: '--q',
  searchGroups: '--group',
  company: '--company',
  companySlug: '--company-slug',
  all: '--all-words',
  exact: '--exact',
  any: '--any',
  exclude: '--exclude',
  country: '--country',
  locations: '--locations',
  industry: '--industry',
  industries: '--industries',
  size: '--size',
  days: '--days',
  dateRanges: '--date-ranges',
  dateFrom: '--date-from',
  dateTo: '--date-to',
  category: '--category',
  hiringState: '--hiring-state',
  hiringFunction: '--hiring-function',
  hiringSeniority: '--hiring-seniority',
  hiringEmployment: '--hiring-employment',
  hiringWorkArrangement: '--hiring-work-arrangement',
  fundingStage: '--funding-stage',
  fundingCurrency: '--funding-currency',
  fundingMin: '--funding-min',
  fundingMax: '--funding-max',
  companies: '--companies',
  activityIds: '--activity-ids',
  ids: '--ids',
  cursor: '--cursor',
  limit: '--limit',
  page: '--page',
  countOnly: '--count',
  semantic: '--semantic',
};

it.each(Object.entries(FLAGS))('%s has the flag %s', (parameter, flag) => {
  expect(flagOfParameter(parameter)).toBe(flag);
});

it('has no flag twice', () => {
  const flags = [...wordFlags(), ...filterFlags(), ...pageFlags()].map(({ option }) => option.long);
  expect(new Set(flags).size).toBe(flags.length);
});

describe('readSearch', () => {
  it('takes empty texts and lists for absent', () => {
    expect(readSearch([''], { q: '', category: [], days: '7' })).toEqual({ days: '7' });
  });

  it('takes groups as JSON, too', () => {
    const groups = { op: 'and', groups: [{ scope: 'activity', match: 'and', terms: ['a'] }] };
    expect(readSearch([], { groupsJson: JSON.stringify(groups) })).toEqual({ searchGroups: groups });
  });

  it.each([
    [['robots'], { q: 'robots' }],
    [[], { group: ['activity: a'], groupsJson: '{}' }],
    [[], { groupOp: 'or', groupsJson: '{}' }],
    [[], { groupOp: 'or' }],
    [[], { locations: [{}], locationsJson: '[]' }],
    [[], { locationsJson: '5' }],
  ])('refuses %j with %j', (words, values) => {
    expect(() => readSearch(words, values)).toThrow(UsageError);
  });
});
