import { UsageError } from '../failure';
import { readSearch } from './read-search';
import { filterFlags, flagOfParameter, pageFlags, wordFlags } from './search-flags';

it.each([
  ['hiringState', '--hiring-state'],
  ['all', '--all-words'],
  ['searchGroups', '--group'],
  ['countOnly', '--count'],
  ['unheardOf', undefined],
])('%s has the flag %s', (parameter, flag) => {
  expect(flagOfParameter(parameter)).toBe(flag);
});

it('has no duplicate flags', () => {
  const flags = [...wordFlags(), ...filterFlags(), ...pageFlags()].map(({ option }) => option.long);
  expect(new Set(flags).size).toBe(flags.length);
});

describe('readSearch', () => {
  it('treats empty texts as absent', () => {
    expect(readSearch([''], { q: '', days: '7' })).toEqual({ days: '7' });
  });

  it('accepts groups as JSON, too', () => {
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
