import { IDENTIFIER_PARAMETERS } from '@heliograph/contract';
import { issuesWithIdentifiers, type KnownIdentifiers, type NamedIdentifiers } from './identifiers';
import type { RequestIssue } from './issues';
import { readSavedQuery } from './saved-query';
import { writtenValue } from './written-value';

function read(given: Record<string, unknown>) {
  const issues: RequestIssue[] = [];
  return { ...readSavedQuery(given, '2026-08-30', issues), issues };
}

const issuesOf = (given: Record<string, unknown>) =>
  read(given).issues.map(({ code, parameter, message }) => `${code} ${parameter}: ${message}`);

it('takes values as in a URL or as JSON, orders them as in the contract, and omits empty ones', () => {
  const saved = read({
    fundingMin: 1_000_000,
    category: ['funding', 'acquisition'],
    days: 30,
    q: 'robots',
    country: '',
    industry: null,
    industries: [],
    any: 'a,b',
  });
  expect(saved.issues).toEqual([]);
  expect(Object.entries(saved.query)).toEqual([
    ['q', 'robots'],
    ['any', 'a,b'],
    ['days', '30'],
    ['category', 'funding,acquisition'],
    ['fundingMin', '1000000'],
  ]);
  expect(saved.filters).toMatchObject({ q: 'robots', categories: ['acquisition', 'funding'], days: 30 });
  expect(saved.identifiers?.category).toEqual(['acquisition', 'funding']);
});

it('writes equal groups identically', () => {
  const searchGroups = { op: 'and', groups: [{ scope: 'company', match: 'or', terms: ['a', 'b'] }] };
  const turned = { groups: [{ terms: ['a', 'b'], match: 'or', scope: 'company' }], op: 'and' };
  const written = '{"groups":[{"match":"or","scope":"company","terms":["a","b"]}],"op":"and"}';
  for (const given of [searchGroups, turned])
    expect(read({ searchGroups: given })).toMatchObject({ query: { searchGroups: written }, issues: [] });
  const [group] = searchGroups.groups;
  expect(read({ searchGroups: { op: 'and', groups: [{ ...group, exclude: [] }] } }).query).toEqual({
    searchGroups: written,
  });
  const text = JSON.stringify(searchGroups);
  expect(read({ searchGroups: text }).query).toEqual({ searchGroups: text });
});

it('takes a flag as a value or as text', () => {
  expect(issuesOf({ days: { at: 7 } })).toEqual(['invalid_parameter days: must be a single value']);
  expect(writtenValue({ name: 'matched', writtenAs: 'text', isFlag: true }, ['true'])).toEqual({
    issue: 'must be true or false',
  });
  expect(writtenValue({ name: 'matched', writtenAs: 'text', isFlag: true }, true)).toEqual({ text: 'true' });
});

it('refuses ids that JSON rounded', () => {
  const issue = 'must be strings: JSON numbers this large are not exact';
  // What JSON.parse makes of 9978178982838299234.
  for (const ids of [[9978178982838300000], 9978178982838300000, [2 ** 53]])
    expect(issuesOf({ activityIds: ids })).toEqual([`invalid_parameter activityIds: ${issue}`]);
  expect(issuesOf({ activityIds: [1.5] })).toEqual([expect.not.stringContaining('this large')]);
  expect(read({ activityIds: [2 ** 53 - 1, '9978178982838299234'] })).toMatchObject({
    query: { activityIds: '9007199254740991,9978178982838299234' },
    issues: [],
  });
});

it('has no identifiers when it names none', () => {
  expect(read({ q: 'robots' }).identifiers).toBeUndefined();
});

it.each<[Record<string, unknown>, string]>([
  [{ limit: 5 }, 'invalid_parameter limit: cannot be saved: a saved search has filters and words only'],
  [
    { semantic: 'robots' },
    'invalid_parameter semantic: cannot be saved: a saved search has filters and words only',
  ],
  [{ colour: 'red' }, 'unknown_parameter colour: is not a parameter of a saved search'],
  [{ q: ['robots'] }, 'invalid_parameter q: must be a single value'],
  [{ q: { text: 'robots' } }, 'invalid_parameter q: must be a single value'],
  [{ category: ['funding', ['ipo']] }, 'invalid_parameter category: must be a list of strings'],
  [{ category: [['funding']] }, 'invalid_parameter category: must be a list of strings'],
  [{ category: { 0: 'funding' } }, 'invalid_parameter category: must be a list of strings'],
  [
    { companies: ['Acme, Inc.'] },
    'invalid_parameter companies: "Acme, Inc." contains a comma, which items cannot contain; name a company by its slug',
  ],
  [
    { category: ['funding,ipo'] },
    'invalid_parameter category: "funding,ipo" contains a comma, which items cannot contain',
  ],
  [{ q: 'a\0b' }, 'invalid_parameter q: must not contain a NUL character'],
  [{ days: 8 }, 'invalid_parameter days: must be one of 7, 30, 90'],
])('%j: %s', (given, issue) => {
  expect(issuesOf(given)).toEqual([issue]);
});

it('lists a hundred issues at most', () => {
  const given = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`x${at}`, 1]));
  expect(read(given).issues).toHaveLength(100);
});

it('refuses each identifier that is not a filter option', () => {
  const none = Object.fromEntries(IDENTIFIER_PARAMETERS.map((name) => [name, []]));
  const known = Object.fromEntries(
    IDENTIFIER_PARAMETERS.map((name) => [name, new Set(['a'])]),
  ) as unknown as KnownIdentifiers;
  const named = { ...none, category: ['a', 'b'], fundingStage: ['c'.repeat(181)] };
  const messages = issuesWithIdentifiers(named as unknown as NamedIdentifiers, known).map(
    ({ code, parameter, message }) => [code, parameter, message],
  );
  const place = 'is not a filter option; GET /api/v1/filter-options lists them';
  expect(new Map(messages.map(([, parameter, message]) => [parameter, message]))).toEqual(
    new Map([
      ['category', `"b" ${place}`],
      ['fundingStage', `"${'c'.repeat(180)}…" ${place}`],
    ]),
  );
  expect(messages.every(([code]) => code === 'invalid_parameter')).toBe(true);
  expect(issuesWithIdentifiers(none as unknown as NamedIdentifiers, known)).toEqual([]);
});
