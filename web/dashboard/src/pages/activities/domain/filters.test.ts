import { NO_FILTERS, readFilters, splitList, writeFilters, type ActivityFilters } from './filters';

const EVERYTHING: ActivityFilters = {
  semantic: 'machines that unload ships',
  q: 'robots "series a" -layoffs',
  all: 'raises, million',
  any: '"seed round" grant',
  exact: 'Blue River',
  exclude: 'rumour',
  searchGroups: {
    op: 'and',
    groups: [
      { scope: 'company', match: 'and', terms: ['series a', 'head of sales'], exclude: ['layoffs'] },
      { scope: 'activity', match: 'or', terms: ['europe'], exclude: [] },
    ],
  },
  company: 'Acme & Söhne',
  companySlug: 'acme',
  companies: ['acme', 'Blue River 株式会社'],
  country: 'France',
  locations: [
    { kind: 'country', value: 'Germany' },
    { kind: 'city', value: 'Paris', country: 'France' },
    { kind: 'city', value: 'Osaka' },
  ],
  industry: 'Robotics',
  industries: ['Food, Beverages', 'C++'],
  size: '50-100',
  days: '30',
  dateRanges: ['7', 'older'],
  dateFrom: '2026-09-01',
  dateTo: '2026-10-01',
  category: ['funding', 'hiring'],
  hiringState: ['open-role'],
  hiringFunction: ['engineering', 'sales'],
  hiringSeniority: ['senior'],
  hiringEmployment: ['full-time'],
  hiringWorkArrangement: ['remote'],
  fundingStage: ['series-a'],
  fundingCurrency: 'EUR',
  fundingMin: '1000000',
  fundingMax: '2.5',
  ids: ['1', '2'],
  activityIds: ['3'],
};

const read = (query: string) => readFilters(new URLSearchParams(query));

describe('filters in an address', () => {
  it('are read back as written', () => {
    const { filters, issues, ignored } = read(writeFilters(EVERYTHING).toString());
    expect(filters).toEqual(EVERYTHING);
    expect({ issues, ignored }).toEqual({ issues: [], ignored: [] });
  });

  it("have the data API's names and formats", () => {
    const parameters = writeFilters(EVERYTHING);
    expect(parameters.get('category')).toBe('funding,hiring');
    expect(parameters.get('industries')).toBe('["Food, Beverages","C++"]');
    expect(parameters.get('locations')).toBe(
      '[{"kind":"country","value":"Germany"},{"kind":"city","value":"Paris","country":"France"},{"kind":"city","value":"Osaka"}]',
    );
    expect(JSON.parse(parameters.get('searchGroups')!)).toEqual({
      op: 'and',
      groups: [
        { scope: 'company', match: 'and', terms: ['series a', 'head of sales'], exclude: ['layoffs'] },
        { scope: 'activity', match: 'or', terms: ['europe'] },
      ],
    });
  });

  it('are omitted when absent or empty', () => {
    expect(writeFilters(NO_FILTERS).toString()).toBe('');
    expect(read('q=&category=&industries=').filters).toEqual(NO_FILTERS);
  });

  it('give the same text in any order', () => {
    const one = writeFilters(read('days=7&q=robots&country=Japan').filters).toString();
    expect(writeFilters(read('country=Japan&q=robots&days=7').filters).toString()).toBe(one);
  });

  it("omit a data API request's paging position", () => {
    const { filters, ignored } = read('q=a&cursor=AAA&page=3&limit=5&countOnly=true');
    expect(writeFilters(filters).toString()).toBe('q=a');
    expect(ignored).toEqual([]);
  });

  it('report parameters unknown to the page', () => {
    expect(read('q=a&utm_source=mail&__proto__=x').ignored).toEqual(['utm_source', '__proto__']);
  });

  it('report duplicate parameters', () => {
    expect(read('q=a&q=b').issues).toEqual([{ parameter: 'q', message: 'is given more than once' }]);
  });

  it.each([
    ['searchGroups', '{', 'must be JSON'],
    ['searchGroups', '[]', 'must be an object with "op" and "groups"'],
    ['searchGroups', '{"op":"and","groups":[]}', 'must have 1 to 4 groups'],
    [
      'searchGroups',
      '{"op":"and","groups":[{"scope":"world","match":"and","terms":[]}]}',
      'has an invalid group 1: it must be an object with "scope", "match", "terms", and optionally "exclude"',
    ],
    ['industries', '"Robotics"', 'must be a JSON array of strings'],
    ['industries', '[1]', 'must be a JSON array of strings'],
    [
      'locations',
      '[{"kind":"planet","value":"Mars"}]',
      'must be a JSON array of objects with "kind" (country or city) and "value"',
    ],
  ])('are issues when unreadable: %s=%s', (parameter, value, message) => {
    const { filters, issues } = readFilters(new URLSearchParams({ [parameter]: value, q: 'a' }));
    expect(issues).toEqual([{ parameter, message }]);
    expect(filters).toEqual({ ...NO_FILTERS, q: 'a' });
  });
});

describe('a list', () => {
  it('is split at commas, with each item once', () => {
    expect(splitList(' a, b ,,a,')).toEqual(['a', 'b']);
  });
});
