import { search } from '@heliograph/proto';
import { MAXIMUM_LISTED_ISSUES } from './issues';
import { readIndustries, readLocations, readSearchGroups } from './json-filters';

const { AND, OR } = search.SearchGroups_Operator;
const { ACTIVITY, COMPANY } = search.SearchGroups_Scope;

function reading<Result>(
  read: (value: unknown, report: (message: string) => void) => Result,
  value: unknown,
) {
  const messages: string[] = [];
  const result = read(value, (message) => messages.push(message));
  return { result, messages };
}

const group = (fields: object = {}) => ({ scope: 'activity', match: 'and', terms: ['a'], ...fields });
const groups = (...list: unknown[]) => ({ op: 'and', groups: list });
const texts = (count: number, length = 1) => Array.from({ length: count }, () => 'x'.repeat(length));

describe('searchGroups', () => {
  it('reads operators, scopes, terms, and exclusions', () => {
    const value = {
      op: 'or',
      groups: [group(), { scope: 'company', match: 'or', terms: ['b', 'c d'], exclude: ['e'] }],
    };
    expect(reading(readSearchGroups, value)).toEqual({
      messages: [],
      result: {
        op: OR,
        groups: [
          { scope: ACTIVITY, match: AND, terms: ['a'], exclude: [] },
          { scope: COMPANY, match: OR, terms: ['b', 'c d'], exclude: ['e'] },
        ],
      },
    });
  });

  it.each([
    ['30 terms in all groups', groups(group({ terms: texts(15) }), group({ terms: texts(15) }))],
    ['30 exclusions in each of 4 groups', groups(...texts(4).map(() => group({ exclude: texts(30) })))],
    ['a term of 160 characters', groups(group({ terms: texts(1, 160) }))],
    ['a term of 160 characters beyond the basic plane', groups(group({ terms: ['😀'.repeat(160)] }))],
    ['no terms', groups(group({ terms: [] }))],
  ])('accepts %s', (_name, value) => {
    expect(reading(readSearchGroups, value).messages).toEqual([]);
  });

  it.each([
    ['another type', 42, 'must be an object'],
    ['null', null, 'must be an object'],
    ['an array', [], 'must be an object'],
    ['no op', { groups: [group()] }, 'op is required'],
    ['an op of another kind', { op: 'xor', groups: [group()] }, 'op is required and must be and or or'],
    ['an inherited op', { op: 'constructor', groups: [group()] }, 'op is required'],
    ['no groups', { op: 'and' }, 'groups is required'],
    ['groups of another type', { op: 'and', groups: {} }, 'groups is required and must be an array'],
    ['an empty list', groups(), '1 to 4 items'],
    ['5 groups', groups(...texts(5).map(() => group())), '1 to 4 items'],
    ['another key', { ...groups(group()), extra: 1 }, 'extra is not a known key'],
    ['__proto__', JSON.parse('{"__proto__":{},"op":"and","groups":[]}'), '__proto__ is not a known key'],
    [
      '__proto__ in a group',
      groups(JSON.parse('{"__proto__":{"scope":"activity"}}')),
      '__proto__ is not a known key',
    ],
    ['constructor in a group', groups(group({ constructor: 1 })), 'groups[0].constructor is not a known key'],
    ['a group of another type', groups('a'), 'groups[0] must be an object'],
    ['no scope', groups({ match: 'and', terms: ['a'] }), 'groups[0].scope is required'],
    ['no match', groups({ scope: 'company', terms: ['a'] }), 'groups[0].match is required'],
    ['no terms', groups({ scope: 'company', match: 'and' }), 'groups[0].terms is required'],
    ['terms of another type', groups(group({ terms: 'a' })), 'groups[0].terms must be an array'],
    ['a term of another type', groups(group({ terms: [1] })), 'groups[0].terms[0] must be a string'],
    ['an empty term', groups(group({ terms: [''] })), 'groups[0].terms[0] must have 1 to 160 characters'],
    ['a term of 161 characters', groups(group({ terms: texts(1, 161) })), '1 to 160 characters'],
    ['a NUL', groups(group({ terms: ['a\0'] })), 'NUL'],
    ['a lone surrogate', groups(group({ terms: ['\ud800'] })), 'lone surrogate'],
    ['31 terms', groups(group({ terms: texts(31) })), 'at most 30 items'],
    [
      '31 terms in all groups',
      groups(group({ terms: texts(16) }), group({ terms: texts(15) })),
      'at most 30 terms',
    ],
    ['31 exclusions', groups(group({ exclude: texts(31) })), 'groups[0].exclude must have at most 30 items'],
    ['null exclusions', groups(group({ exclude: null })), 'groups[0].exclude must be an array'],
  ])('refuses %s', (_name, value, message) => {
    const { result, messages } = reading(readSearchGroups, value);
    expect(messages.join('\n')).toContain(message);
    expect(result).toBeUndefined();
  });

  it('lists all issues at once', () => {
    const { messages } = reading(readSearchGroups, {
      op: 'x',
      groups: [group({ scope: 'y', terms: [1, ''] })],
    });
    expect(messages).toHaveLength(4);
  });
});

describe('locations', () => {
  it('reads countries and cities', () => {
    const value = [
      { kind: 'country', value: 'France' },
      { kind: 'city', value: 'Paris', country: 'France' },
      { kind: 'city', value: 'Lyon' },
    ];
    expect(reading(readLocations, value)).toEqual({
      messages: [],
      result: [
        { kind: search.Location_Kind.COUNTRY, value: 'France', country: '' },
        { kind: search.Location_Kind.CITY, value: 'Paris', country: 'France' },
        { kind: search.Location_Kind.CITY, value: 'Lyon', country: '' },
      ],
    });
  });

  it('accepts 50 of maximum length', () => {
    const value = texts(50).map(() => ({ kind: 'city', value: 'x'.repeat(180), country: 'y'.repeat(80) }));
    expect(reading(readLocations, value).messages).toEqual([]);
  });

  it.each([
    ['another type', {}, 'must be a JSON array'],
    ['51 items', texts(51).map(() => ({ kind: 'city', value: 'x' })), 'at most 50 items'],
    ['a text', ['France'], '[0] must be an object'],
    ['no kind', [{ value: 'x' }], '[0].kind is required'],
    ['another kind', [{ kind: 'planet', value: 'x' }], 'country or city'],
    ['no value', [{ kind: 'city' }], '[0].value must be a string'],
    ['an empty value', [{ kind: 'city', value: '' }], '[0].value must have 1 to 180'],
    ['a value of 181 characters', [{ kind: 'city', value: 'x'.repeat(181) }], '1 to 180'],
    ['a country of 81 characters', [{ kind: 'city', value: 'x', country: 'y'.repeat(81) }], 'at most 80'],
    ['another key', [{ kind: 'city', value: 'x', region: 'y' }], '[0].region is not a known key'],
    ['__proto__', [JSON.parse('{"kind":"city","value":"x","__proto__":{}}')], '__proto__ is not a known key'],
    ['a lone surrogate', [{ kind: 'city', value: '\udfff' }], 'lone surrogate'],
  ])('refuses %s', (_name, value, message) => {
    const { result, messages } = reading(readLocations, value);
    expect(messages.join('\n')).toContain(message);
    expect(result).toEqual([]);
  });
});

it('names unknown keys of all objects, up to the listing limit', () => {
  const known = '; known keys: kind, value, country';
  expect(reading(readLocations, [{ kind: 'city', value: 'x', a: 1, b: 2 }, { c: 3 }]).messages).toEqual([
    `[0].a is not a known key${known}`,
    `[0].b is not a known key${known}`,
    `[1].c is not a known key${known}`,
    '[1].kind is required and must be country or city',
    '[1].value must be a string',
  ]);
  const many = Object.fromEntries(texts(2_000).map((_, index) => [`key-${index}`, 1]));
  const location = { kind: 'city', value: 'x', ...many };
  expect(reading(readLocations, [location, location]).messages).toHaveLength(MAXIMUM_LISTED_ISSUES);
});

describe('industries', () => {
  it('reads each once, sorted by text', () => {
    expect(reading(readIndustries, ['b', 'a', 'b'])).toEqual({ messages: [], result: ['a', 'b'] });
  });

  it.each([
    ['another type', 'Robotics', 'must be a JSON array'],
    ['51 items', texts(51), 'at most 50 items'],
    ['a number', [1], '[0] must be a string'],
    ['an empty text', [''], '1 to 180'],
    ['a text of 181 characters', texts(1, 181), '1 to 180'],
    ['a NUL', ['\0'], 'NUL'],
  ])('refuses %s', (_name, value, message) => {
    expect(reading(readIndustries, value).messages.join('\n')).toContain(message);
  });
});
