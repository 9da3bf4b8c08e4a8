import type { Query } from './api-client';
import { daysAgo } from './corpus';

/** The largest id, which does not fit a double. */
export const BIG = '9223372036854775807';

export const json = (value: unknown) => JSON.stringify(value);
export const groups = (op: string, ...list: object[]) => json({ op, groups: list });
/** Everything in the fixture that is published, latest first. */
export const everything = [BIG, '105', '101', '102', '103', '104'];

/** Queries over the fixture, and the ids that each finds, in order. */
export const searchCases: [string, Query, string[]][] = [
  ['no filter: newest first, ids as numbers', {}, everything],
  ['a word', { q: 'robots' }, [BIG, '105', '101']],
  ['words in any case, all required', { q: 'ROBOTS series' }, ['101']],
  ['a quoted phrase', { q: '"series a"' }, ['101']],
  ['words of the phrase apart do not match', { q: '"a series"' }, []],
  ['an excluded word', { q: 'robots -museum' }, ['105', '101']],
  ['an excluded phrase', { q: 'acme -"series a"' }, [BIG, '102']],
  ['accents do not matter', { q: 'cafe zurich' }, ['105']],
  ['punctuation separates', { q: 'c++' }, ['102']],
  ['a hyphenated word is a phrase', { q: 'start-up' }, ['103']],
  ['text without a word adds no constraint', { q: '+++ “”' }, everything],
  ['no stemming', { q: 'robot' }, []],
  ['all', { all: 'raises, million' }, ['101', '104']],
  ['any', { any: 'museum "seed round"' }, [BIG, '104']],
  ['exclude', { exclude: 'acme, café' }, ['103', '104']],
  ['exact', { exact: 'Blue River' }, ['103', '104']],
  ['empty values count as absent', { q: 'museum', all: '', country: '' }, [BIG]],
  ['company name phrase', { company: 'river analytics' }, ['103', '104']],
  ['company slug', { companySlug: 'cafe-zurich' }, ['105']],
  [
    'companies by slug or full name',
    { companies: 'cafe-zurich,BLUE river Analytics' },
    ['105', '103', '104'],
  ],
  ['companies: part of a name is not a name', { companies: 'Blue River' }, []],
  [
    "the signal's country takes precedence over the company's",
    { country: 'Germany' },
    [BIG, '101', '102', '104'],
  ],
  ['country is exact', { country: 'germany' }, []],
  [
    'locations are normalized',
    { locations: json([{ kind: 'city', value: 'munchen' }]) },
    [BIG, '101', '102'],
  ],
  [
    'locations are alternatives',
    {
      locations: json([
        { kind: 'city', value: 'Berlin', country: 'GERMANY' },
        { kind: 'country', value: 'switzerland' },
      ]),
    },
    ['105', '104'],
  ],
  [
    'a city in another country',
    { locations: json([{ kind: 'city', value: 'Berlin', country: 'France' }]) },
    [],
  ],
  ['industry', { industry: 'Robotics' }, [BIG, '101', '102']],
  ['industries are alternatives', { industries: json(['Food', 'Analytics']) }, ['105', '103', '104']],
  ['size, ends included', { size: '1-49' }, ['103', '104']],
  ['size: an unknown count matches none', { size: '101-500' }, [BIG, '101', '102']],
  ['days', { days: 7 }, [BIG, '105', '101']],
  ['date ranges are alternatives', { dateRanges: '7,older' }, [BIG, '105', '101', '104']],
  ['dates, inclusive', { dateFrom: daysAgo(20), dateTo: daysAgo(20) }, ['102']],
  ['category', { category: 'funding,acquisition' }, ['101', '103', '104']],
  ['hiring type', { hiringState: 'new-role' }, ['102']],
  ['hiring function', { hiringFunction: 'engineering' }, ['102']],
  ['hiring seniority', { hiringSeniority: 'senior' }, ['102']],
  ['hiring employment', { hiringEmployment: 'full-time' }, ['102']],
  ['hiring work arrangement', { hiringWorkArrangement: 'remote' }, ['102']],
  ['funding stage', { fundingStage: 'seed,series-a' }, ['101', '104']],
  ['funding amount without a currency', { fundingMin: 3_000_000 }, ['101', '104']],
  [
    'funding amount in a currency',
    { fundingMin: 1, fundingMax: 12_000_000, fundingCurrency: 'USD' },
    ['101'],
  ],
  ['ids', { ids: `${BIG},104,106` }, [BIG, '104']],
  ['ids and activityIds both restrict', { ids: '101,102', activityIds: '102,103' }, ['102']],
  ['filters combine', { q: 'raises', country: 'Germany', days: 7 }, ['101']],
  [
    'activity groups',
    {
      searchGroups: groups(
        'or',
        { scope: 'activity', match: 'and', terms: ['blue', 'seed'] },
        { scope: 'activity', match: 'or', terms: ['museum', 'founder'] },
      ),
    },
    [BIG, '105', '104'],
  ],
  [
    'an activity group excludes',
    {
      searchGroups: groups('and', {
        scope: 'activity',
        match: 'or',
        terms: ['robots'],
        exclude: ['no robots'],
      }),
    },
    [BIG, '101'],
  ],
  [
    'a company group matches across separate activities and returns the evidence',
    { searchGroups: groups('and', { scope: 'company', match: 'and', terms: ['museum', 'c++'] }) },
    [BIG, '102'],
  ],
  [
    'a company group with terms that no company has',
    { searchGroups: groups('and', { scope: 'company', match: 'and', terms: ['museum', 'seed'] }) },
    [],
  ],
  [
    'an exclusion applies to the whole company',
    {
      searchGroups: groups('and', {
        scope: 'company',
        match: 'or',
        terms: ['warehouse'],
        exclude: ['museum'],
      }),
    },
    ['103'],
  ],
  [
    'company and activity groups together',
    {
      searchGroups: groups(
        'and',
        { scope: 'company', match: 'and', terms: ['museum', 'engineer'] },
        { scope: 'activity', match: 'and', terms: ['series a'] },
      ),
    },
    ['101'],
  ],
  [
    'a company group considers only activities that pass the other filters',
    {
      category: 'funding',
      searchGroups: groups('and', { scope: 'company', match: 'and', terms: ['museum', 'series a'] }),
    },
    [],
  ],
];
