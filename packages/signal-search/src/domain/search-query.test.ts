import { search } from '@heliograph/proto';
import { CursorCodec } from './cursor';
import { digestOfFilters } from './filters-digest';
import { readQuery } from './query-string';
import { SemanticCursorCodec, type SemanticCursor } from './semantic-cursor';
import { SEARCH_PARAMETER_NAMES, SEARCH_PARAMETERS } from './search-parameters';
import { readSearchQuery } from './search-query';

const secret = 'a-secret-of-more-than-thirty-two-characters';
const cursors = { keyword: new CursorCodec(secret), semantic: new SemanticCursorCodec(secret) };
const nowMs = Date.parse('2026-11-20T10:00:00.000Z');
const hour = 3_600_000;
const position = { activityDate: '2026-11-18', id: '9999999999999999999' };

function read(parameters: Record<string, string> | string) {
  const raw = typeof parameters === 'string' ? parameters : new URLSearchParams(parameters).toString();
  const query = readQuery(raw, SEARCH_PARAMETER_NAMES);
  const result = readSearchQuery(query, { cursors, earliestActivityDate: '2026-08-30', nowMs });
  return { ...result, faults: query.faults };
}

const faultsOf = (parameters: Record<string, string> | string) =>
  read(parameters).faults.map(({ code, parameter, message }) => `${code} ${parameter}: ${message}`);
const cursorFor = (filters: Partial<search.Filters>) =>
  cursors.keyword.encode({ position, digest: digestOfFilters(search.Filters.fromPartial(filters)) });
const semanticCursor = (changes: Partial<SemanticCursor> = {}): SemanticCursor => ({
  queryDigest: cursors.semantic.digestOfQuery('robots'),
  filtersDigest: digestOfFilters(search.Filters.fromPartial({ q: 'a' })),
  limit: 5,
  after: { similarityMillionths: -12, id: '9999999999999999999' },
  cutoff: { asOfMs: nowMs - 1_000, ordinalBelow: 7 },
  collection: 'signals-test-1',
  issuedAtMs: nowMs - 1,
  ...changes,
});
const list = (count: number, item: (index: number) => string) =>
  Array.from({ length: count }, (_, at) => item(at)).join();

/** The published interface's table, written out once more: name, a value at its bound, and values beyond it. */
const BOUNDS: [name: string, good: string[], bad: string[]][] = [
  ['q', ['a'.repeat(1000), '😀'.repeat(1000)], ['a'.repeat(1001), '😀'.repeat(1001)]],
  ['company', ['a'.repeat(180)], ['a'.repeat(181)]],
  ['companySlug', ['a'.repeat(180)], ['a'.repeat(181)]],
  ['all', ['a'.repeat(1000)], ['a'.repeat(1001)]],
  ['exact', ['a'.repeat(180)], ['a'.repeat(181)]],
  ['any', ['a'.repeat(1000)], ['a'.repeat(1001)]],
  ['exclude', ['a'.repeat(1000)], ['a'.repeat(1001)]],
  ['country', ['a'.repeat(180)], ['a'.repeat(181)]],
  ['industry', ['a'.repeat(180)], ['a'.repeat(181)]],
  ['size', ['1-49', '50-100', '101-500', '501-10000000'], ['1-50', '49', '501+', '1-49,50-100']],
  ['days', ['7', '30', '90'], ['8', '07', '7,30', '7.0', '-7']],
  ['dateRanges', ['7', '7,30,90,older', 'older,7'], ['8', '7,30,90,older,7', '7,,30', 'Older', ',']],
  [
    'dateFrom',
    ['2026-08-30', '2028-02-29'],
    ['2026-08-29', '2026-02-30', '2027-02-29', '30-08-2026', '2026-9-1', 'today'],
  ],
  ['dateTo', ['2026-08-30', '2026-12-31'], ['2026-08-29', '2026-13-01', '2026-12-32', '2026-12-31T00:00']],
  [
    'category',
    ['a'.repeat(180), list(30, (at) => `c${at}`)],
    ['a'.repeat(181), list(31, (at) => `c${at}`), 'a,', ',a', 'a,,b'],
  ],
  ['hiringState', ['a'.repeat(180), 'a,b'], ['a'.repeat(181), 'a,,b']],
  ['hiringFunction', ['a'.repeat(180), 'a,b'], ['a'.repeat(181), 'a,']],
  ['hiringSeniority', ['a'.repeat(180), 'a,b'], ['a'.repeat(181), ',']],
  ['hiringEmployment', ['a'.repeat(180), 'a,b'], ['a'.repeat(181), 'a,,b']],
  ['hiringWorkArrangement', ['a'.repeat(180), 'a,b'], ['a'.repeat(181), 'a,,b']],
  ['fundingStage', ['a'.repeat(180), 'a,b'], ['a'.repeat(181), 'a,,b']],
  ['fundingCurrency', ['USD', 'EUR', 'GBP'], ['usd', 'CHF', 'USD,EUR']],
  [
    'fundingMin',
    ['0', '-0', '1.5', '1e6', '1000000000000'],
    ['-1', 'a', 'NaN', 'Infinity', '1e999', '0x10', '01', '.5', '1.', ' 1', '1,5', '9'.repeat(65)],
  ],
  ['fundingMax', ['0', '2.25'], ['-0.01', '+1', '1_000']],
  [
    'companies',
    [list(50, (at) => `c${at}`), 'a'.repeat(180), 'Müller & Söhne,b'],
    [list(51, (at) => `c${at}`), 'a'.repeat(181), 'a,'],
  ],
  [
    'activityIds',
    ['1', '9'.repeat(19), list(50, (at) => String(at + 1))],
    ['0', '01', '-1', '1.0', 'a', '9'.repeat(20), '1,', '1, 2', list(51, (at) => String(at + 1))],
  ],
  [
    'ids',
    ['1', '9'.repeat(19), list(50, (at) => String(at + 1))],
    ['0', '01', '１', '9'.repeat(20), list(51, (at) => String(at + 1))],
  ],
  [
    'limit',
    ['1', '50'],
    ['0', '51', '-1', '1.0', '1e1', ' 1', '01', '+5', '0x5', 'ten', '99999999999999999999'],
  ],
  ['page', ['1', '100'], ['0', '101', '1.5', '-1', '007']],
  ['countOnly', ['true', 'false'], ['TRUE', '1', '0', 'yes', 'true,false']],
  [
    'semantic',
    ['abc', 'a'.repeat(1000), '😀😀😀', ' a ', '   .'],
    ['ab', '😀😀', 'a'.repeat(1001), '   ', '\t\n\u00a0\u3000'],
  ],
  [
    'searchGroups',
    ['{"op":"and","groups":[{"scope":"activity","match":"or","terms":["a"]}]}'],
    ['{}', '[]', 'and', '{"op":"and","groups":[]}'],
  ],
  [
    'locations',
    ['[]', '[{"kind":"city","value":"Paris"}]'],
    ['{}', 'Paris', '[{}]', '[[]]', '[{"kind":{"kind":{}},"value":""}]'],
  ],
  ['industries', ['[]', '["Robotics"]'], ['Robotics', '"Robotics"', '[[]]', '[1]']],
];

it('covers every parameter but the cursor in the table of bounds', () => {
  expect(BOUNDS.map(([name]) => name).sort()).toEqual(
    Object.keys(SEARCH_PARAMETERS)
      .filter((name) => name !== 'cursor')
      .sort(),
  );
});

describe.each(BOUNDS)('%s', (name, good, bad) => {
  it.each(good)('takes %p', (value) => expect(faultsOf({ [name]: value })).toEqual([]));

  it.each(bad)('refuses %p', (value) => {
    const { faults } = read({ [name]: value });
    expect(faults.length).toBeGreaterThanOrEqual(1);
    for (const fault of faults) expect(fault).toMatchObject({ code: 'invalid_parameter', parameter: name });
  });

  it('counts as absent when empty', () => {
    expect(read({ [name]: '' })).toEqual(read(''));
  });

  it('is refused when repeated', () => {
    const value = encodeURIComponent(good[0]!);
    expect(faultsOf(`${name}=${value}&${name}=${value}`)).toEqual([
      `repeated_parameter ${name}: is given more than once`,
    ]);
  });
});

it('asks for the first 50 of everything when nothing is given', () => {
  expect(read('')).toEqual({
    filters: search.Filters.create(),
    limit: 50,
    page: 1,
    after: undefined,
    countOnly: false,
    semantic: '',
    continuation: undefined,
    identifiers: undefined,
    faults: [],
  });
});

it('turns every parameter into its filter', () => {
  const { filters, faults } = read({
    q: 'a',
    all: 'b',
    exact: 'c',
    any: 'd',
    exclude: 'e',
    searchGroups: '{"op":"or","groups":[{"scope":"company","match":"and","terms":["t"],"exclude":["x"]}]}',
    company: 'f',
    companySlug: 'g',
    companies: 'h,i',
    country: 'j',
    locations: '[{"kind":"city","value":"k","country":"l"}]',
    industry: 'm',
    industries: '["n"]',
    size: '1-49',
    days: '30',
    dateRanges: 'older,7',
    dateFrom: '2026-09-01',
    dateTo: '2026-09-02',
    category: 'o',
    hiringState: 'p',
    hiringFunction: 'q',
    hiringSeniority: 'r',
    hiringEmployment: 's',
    hiringWorkArrangement: 't',
    fundingStage: 'u',
    fundingCurrency: 'EUR',
    fundingMin: '1.5',
    fundingMax: '2e3',
    activityIds: '3,2',
    ids: '1',
  });
  expect(faults).toEqual([]);
  expect(filters).toEqual({
    q: 'a',
    all: 'b',
    exact: 'c',
    any: 'd',
    exclude: 'e',
    searchGroups: {
      op: search.SearchGroups_Operator.OR,
      groups: [
        {
          scope: search.SearchGroups_Scope.COMPANY,
          match: search.SearchGroups_Operator.AND,
          terms: ['t'],
          exclude: ['x'],
        },
      ],
    },
    company: 'f',
    companySlug: 'g',
    companies: ['h', 'i'],
    country: 'j',
    locations: [{ kind: search.Location_Kind.CITY, value: 'k', country: 'l' }],
    industry: 'm',
    industries: ['n'],
    size: '1-49',
    days: 30,
    dateRanges: ['7', 'older'],
    dateFrom: '2026-09-01',
    dateTo: '2026-09-02',
    categories: ['o'],
    hiringTypes: ['p'],
    hiringFunctions: ['q'],
    hiringSeniorities: ['r'],
    hiringEmploymentTypes: ['s'],
    hiringWorkArrangements: ['t'],
    fundingStages: ['u'],
    fundingCurrency: 'EUR',
    fundingMin: 1.5,
    fundingMax: 2_000,
    activityIds: ['2', '3'],
    ids: ['1'],
  });
});

describe('dates', () => {
  it('reach back to the earliest date when only dateTo is given', () => {
    expect(read({ dateTo: '2026-09-02' }).filters).toMatchObject({
      dateFrom: '2026-08-30',
      dateTo: '2026-09-02',
    });
    expect(read({ dateFrom: '2026-09-02' }).filters).toMatchObject({ dateFrom: '2026-09-02', dateTo: '' });
  });

  it('must be in order', () => {
    expect(faultsOf({ dateFrom: '2026-09-02', dateTo: '2026-09-01' })).toEqual([
      'invalid_parameter dateFrom: must not be after dateTo',
    ]);
    expect(faultsOf({ dateFrom: '2026-09-02', dateTo: '2026-09-02' })).toEqual([]);
  });
});

it('wants fundingMin at most fundingMax', () => {
  expect(faultsOf({ fundingMin: '2', fundingMax: '1' })).toEqual([
    'invalid_parameter fundingMin: must not be more than fundingMax',
  ]);
  expect(faultsOf({ fundingMin: '2', fundingMax: '2' })).toEqual([]);
});

it('names the identifiers that have to be in the catalogue', () => {
  expect(read({ q: 'a' }).identifiers).toBeUndefined();
  expect(read({ category: 'b,a', fundingStage: 'c' }).identifiers).toMatchObject({
    category: ['a', 'b'],
    fundingStage: ['c'],
    hiringState: [],
  });
});

describe('cursor', () => {
  it('continues after its place with the same filters, in whatever order and with whatever limit', () => {
    const cursor = cursorFor({ q: 'a', companies: ['x', 'y'] });
    const first = read({ companies: 'y,x,y', cursor, q: 'a', limit: '7', country: '', countOnly: 'false' });
    expect(first.faults).toEqual([]);
    expect(first.after).toEqual(position);
  });

  it('belongs to its filters', () => {
    expect(faultsOf({ q: 'b', cursor: cursorFor({ q: 'a' }) })).toEqual([
      expect.stringMatching(/^cursor_mismatch cursor:/),
    ]);
  });

  it('is read as written: other spacing of JSON is the same filter', () => {
    const cursor = cursorFor({ industries: ['a', 'b'] });
    expect(read({ industries: '[ "b", "a" ]', cursor }).faults).toEqual([]);
  });

  it.each(['x', 'A'.repeat(60), 'A'.repeat(512)])('%s was not made here', (cursor) => {
    expect(faultsOf({ cursor })).toEqual([expect.stringMatching(/^cursor_invalid cursor:/)]);
  });

  it('of more than 512 characters breaks the rule of the parameter', () => {
    expect(faultsOf({ cursor: 'A'.repeat(513) })).toEqual([
      'invalid_parameter cursor: must have at most 512 characters',
    ]);
  });

  it('is not called a mismatch when the filters themselves are faulty', () => {
    expect(faultsOf({ days: '8', cursor: cursorFor({}) })).toEqual([
      expect.stringMatching(/^invalid_parameter days/),
    ]);
  });

  it('excludes page', () => {
    expect(faultsOf({ cursor: cursorFor({}), page: '1' })).toEqual([
      'invalid_parameter page: cannot be combined with cursor',
    ]);
  });
});

describe('counts', () => {
  it('check paging and do without it', () => {
    expect(read({ countOnly: 'true', page: '2', limit: '5' })).toMatchObject({ countOnly: true, faults: [] });
    expect(faultsOf({ countOnly: 'true', page: '0', cursor: 'x' })).toHaveLength(3);
  });
});

describe('semantic mode', () => {
  it.each([
    ['page', { page: '1' }],
    ['ids', { ids: '1' }],
    ['countOnly', { countOnly: 'true' }],
  ])('does without %s', (name, parameters: Record<string, string>) => {
    expect(faultsOf({ semantic: 'robots', ...parameters })).toEqual([
      `invalid_parameter ${name}: is not supported together with semantic`,
    ]);
  });

  it('takes all else', () => {
    const { semantic, faults } = read({
      semantic: 'robots',
      q: 'a',
      activityIds: '1',
      countOnly: 'false',
      limit: '5',
    });
    expect({ semantic, faults }).toEqual({ semantic: 'robots', faults: [] });
  });

  it('does not continue a keyword search', () => {
    expect(faultsOf({ semantic: 'robots', cursor: cursorFor({}) })).toEqual([
      expect.stringMatching(/^cursor_mismatch cursor: was made by a search without "semantic"/),
    ]);
  });

  describe('with a cursor', () => {
    const same = { semantic: 'robots', q: 'a', limit: '5' };
    const cursor = cursors.semantic.encode(semanticCursor());

    it('continues what is repeated', () => {
      const result = read({ ...same, cursor });
      expect(result).toMatchObject({ faults: [], after: undefined, continuation: semanticCursor() });
    });

    it.each([
      [{ semantic: 'robots ' }, 'another query'],
      [{ q: 'b' }, 'other filters'],
      [{ limit: '6' }, 'another limit'],
      [{ limit: '' }, 'another limit'],
      [{ semantic: 'drones', q: '' }, 'another query and other filters'],
      [{ semantic: 'drones', q: '', limit: '6' }, 'another query, other filters and another limit'],
    ])('says of %p that it is %s', (changes, words) => {
      expect(faultsOf({ ...same, ...changes, cursor })).toEqual([
        `cursor_mismatch cursor: was made for ${words}; repeat the search exactly, or begin without the cursor`,
      ]);
    });

    it('takes the default for the limit that it is', () => {
      const of50 = cursors.semantic.encode(semanticCursor({ limit: 50 }));
      expect(faultsOf({ ...same, limit: '', cursor: of50 })).toEqual([]);
    });

    it.each([
      [1 - hour, true],
      [-hour, false],
      [-25 * hour, false],
    ])('issued %p ms from now holds: %p', (offset, holds) => {
      const issued = cursors.semantic.encode(semanticCursor({ issuedAtMs: nowMs + offset }));
      const faults = faultsOf({ ...same, cursor: issued });
      expect(faults).toEqual(holds ? [] : [expect.stringMatching(/^cursor_expired cursor: has expired/)]);
      // That it is old is said, not what it is no longer compared with.
      expect(faultsOf({ ...same, q: 'b', cursor: issued })).toHaveLength(1);
    });

    it('is not compared when the rest has faults, but its age is told', () => {
      expect(faultsOf({ ...same, q: 'b', days: '8', cursor })).toEqual([
        expect.stringMatching(/^invalid_parameter days/),
      ]);
      const old = cursors.semantic.encode(semanticCursor({ issuedAtMs: nowMs - hour }));
      expect(faultsOf({ ...same, days: '8', cursor: old }).map((fault) => fault.split(' ')[0])).toEqual([
        'invalid_parameter',
        'cursor_expired',
      ]);
    });

    it('does not continue a keyword search', () => {
      const fault = expect.stringMatching(/^cursor_mismatch cursor: was made by a semantic search/);
      expect(faultsOf({ q: 'a', limit: '5', cursor })).toEqual([fault]);
      expect(faultsOf({ q: 'a', countOnly: 'true', cursor })).toEqual([fault]);
    });

    it('is told apart by the mode, also when the text is faulty', () => {
      expect(faultsOf({ ...same, semantic: 'ab', cursor })).toEqual([
        expect.stringMatching(/^invalid_parameter semantic/),
      ]);
    });

    it('was not made here', () => {
      expect(faultsOf({ ...same, cursor: 'A'.repeat(130) })).toEqual([
        expect.stringMatching(/^cursor_invalid cursor:/),
      ]);
    });
  });
});

it('finds all faults of a request', () => {
  const raw =
    'q=%FF&limit=0&days=8&nope=1&size=5&size=6&ids=0&fundingMin=2&fundingMax=1&dateFrom=x&searchGroups=[&cursor=y';
  expect(new Set(read(raw).faults.map((fault) => fault.parameter))).toEqual(
    new Set([
      'q',
      'limit',
      'days',
      'nope',
      'size',
      'ids',
      'fundingMin',
      'dateFrom',
      'searchGroups',
      'cursor',
    ]),
  );
});
