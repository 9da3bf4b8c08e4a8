import { FACET_NAMES, SEARCH_PARAMETERS, SIGNAL_FIELDS } from '@heliograph/contract';
import { search } from '@heliograph/proto';
import { cursorFor, cursors, issuesOf, read, semanticCursor } from '../../test/search-query-fixture';

const list = (count: number, item: (index: number) => string) =>
  Array.from({ length: count }, (_, at) => item(at)).join();

/** The published interface's table again: name, a value at its limit, and values beyond it. */
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
  ['matched', ['true', 'false'], ['TRUE', '1', '0', 'yes']],
  [
    'fields',
    ['id', 'title,company', 'company,title,title', SIGNAL_FIELDS.join()],
    [
      'name',
      'Title',
      'title,',
      ',',
      'title, company',
      'company.name',
      '*',
      '__proto__',
      `id,${SIGNAL_FIELDS.join()}`,
    ],
  ],
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

// Facets only work with counts: they have their own tests.
it('the table covers every parameter except the cursor', () => {
  expect(BOUNDS.map(([name]) => name).sort()).toEqual(
    Object.keys(SEARCH_PARAMETERS)
      .filter((name) => name !== 'cursor' && name !== 'facets')
      .sort(),
  );
});

describe.each(BOUNDS)('%s', (name, good, bad) => {
  it.each(good)('accepts %p', (value) => expect(issuesOf({ [name]: value })).toEqual([]));

  it.each(bad)('refuses %p', (value) => {
    const { issues } = read({ [name]: value });
    expect(issues.length).toBeGreaterThanOrEqual(1);
    for (const issue of issues) expect(issue).toMatchObject({ code: 'invalid_parameter', parameter: name });
  });

  it('counts as absent when empty', () => {
    expect(read({ [name]: '' })).toEqual(read(''));
  });

  it('is refused when repeated', () => {
    const value = encodeURIComponent(good[0]!);
    expect(issuesOf(`${name}=${value}&${name}=${value}`)).toEqual([
      `repeated_parameter ${name}: is given more than once`,
    ]);
  });
});

it('requests the first 50 of everything without parameters', () => {
  expect(read('')).toEqual({
    filters: search.Filters.create(),
    limit: 50,
    page: 1,
    after: undefined,
    fields: [],
    matched: false,
    countOnly: false,
    facets: [],
    semantic: '',
    continuation: undefined,
    cursors,
    identifiers: undefined,
    issues: [],
  });
});

it('converts every parameter to its filter', () => {
  const { filters, issues } = read({
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
  expect(issues).toEqual([]);
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
    expect(issuesOf({ dateFrom: '2026-09-02', dateTo: '2026-09-01' })).toEqual([
      'invalid_parameter dateFrom: must not be after dateTo',
    ]);
    expect(issuesOf({ dateFrom: '2026-09-02', dateTo: '2026-09-02' })).toEqual([]);
  });
});

it('requires fundingMin to be at most fundingMax', () => {
  expect(issuesOf({ fundingMin: '2', fundingMax: '1' })).toEqual([
    'invalid_parameter fundingMin: must not be more than fundingMax',
  ]);
  expect(issuesOf({ fundingMin: '2', fundingMax: '2' })).toEqual([]);
});

it('lists the identifiers that must be filter options', () => {
  expect(read({ q: 'a' }).identifiers).toBeUndefined();
  expect(read({ category: 'b,a', fundingStage: 'c' }).identifiers).toMatchObject({
    category: ['a', 'b'],
    fundingStage: ['c'],
    hiringState: [],
  });
});
describe('counts', () => {
  it('validate paging parameters, but ignore them', () => {
    expect(read({ countOnly: 'true', page: '2', limit: '5' })).toMatchObject({ countOnly: true, issues: [] });
    expect(issuesOf({ countOnly: 'true', page: '0', cursor: 'x' })).toHaveLength(3);
  });

  it('accept one to eight facets, each once', () => {
    const facetsOf = (facets: string) => read({ countOnly: 'true', facets });
    expect(facetsOf('country,category,country')).toMatchObject({
      facets: ['category', 'country'],
      issues: [],
    });
    expect(facetsOf('')).toMatchObject({ facets: [], issues: [] });
    expect(facetsOf(FACET_NAMES.slice(0, 8).join(','))).toMatchObject({ issues: [] });
    expect(facetsOf(FACET_NAMES.slice(0, 9).join(',')).issues).toHaveLength(1);
    expect(facetsOf('Category').issues).toHaveLength(1);
    expect(facetsOf('category,').issues).toHaveLength(1);
  });

  it.each(['facets=category', 'facets=category&countOnly=false'])(
    'are the only mode with facets: not %s',
    (query) => {
      expect(issuesOf(query)).toEqual(['invalid_parameter facets: needs countOnly=true']);
    },
  );
});

it("finds all of a request's issues", () => {
  const raw =
    'q=%FF&limit=0&days=8&nope=1&size=5&size=6&ids=0&fundingMin=2&fundingMax=1&dateFrom=x&searchGroups=[&cursor=y';
  expect(new Set(read(raw).issues.map((issue) => issue.parameter))).toEqual(
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

describe('the selected fields of each signal', () => {
  it('reads each field once', () => {
    expect(read({ fields: 'title,id,title', matched: 'true' })).toMatchObject({
      fields: ['id', 'title'],
      matched: true,
      issues: [],
    });
  });

  it('do not bind a cursor', () => {
    const cursor = cursorFor({ q: 'a' });
    expect(issuesOf({ q: 'a', cursor, fields: 'title', matched: 'true' })).toEqual([]);
    const semantic = cursors.semantic.encode(semanticCursor());
    expect(issuesOf({ semantic: 'robots', q: 'a', limit: '5', cursor: semantic, fields: 'title' })).toEqual(
      [],
    );
  });

  it.each([
    ['countOnly', 'true', 'cannot be combined with countOnly=true'],
    ['semantic', 'robots', 'is not supported together with semantic'],
  ])('cannot include matches with %s', (name, value, message) => {
    expect(issuesOf({ [name]: value, matched: 'true' })).toEqual([`invalid_parameter matched: ${message}`]);
    expect(issuesOf({ [name]: value, matched: 'false', fields: 'title' })).toEqual([]);
  });
});
