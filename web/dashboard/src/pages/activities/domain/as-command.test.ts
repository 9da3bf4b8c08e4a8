import { asCommand, asExport } from './as-command';
import { NO_FILTERS, type ActivityFilters } from './filters';

const command = (filters: Partial<ActivityFilters>) => asCommand({ ...NO_FILTERS, ...filters });

describe('a search command', () => {
  it('has a flag for each filter', () => {
    expect(
      command({
        q: 'robots "series a" -layoffs',
        all: 'raises million',
        category: ['funding', 'hiring'],
        hiringWorkArrangement: ['remote'],
        industries: ['Food, Beverages', 'Robotics'],
        locations: [
          { kind: 'country', value: 'Germany' },
          { kind: 'city', value: 'Paris', country: 'France' },
        ],
        fundingMin: '5000000',
        searchGroups: { op: 'or', groups: [{ scope: 'company', match: 'and', terms: ['a'], exclude: [] }] },
      }).split(' \\\n  '),
    ).toEqual([
      'signals search',
      `--q 'robots "series a" -layoffs'`,
      `--all-words 'raises million'`,
      `--groups-json '{"op":"or","groups":[{"scope":"company","match":"and","terms":["a"]}]}'`,
      '--locations country:Germany',
      '--locations city:Paris@France',
      `--industries 'Food, Beverages'`,
      '--industries Robotics',
      '--category funding,hiring',
      '--hiring-work-arrangement remote',
      '--funding-min 5000000',
    ]);
  });

  it('has no flags when browsing everything', () => {
    expect(command({})).toBe('signals search');
  });

  it('cannot be mistaken for another', () => {
    expect(command({ q: '-layoffs' })).toContain('--q=-layoffs');
    expect(command({ q: `a'$(id)\u001b[2J` })).toContain(`--q 'a'\\''$(id) [2J'`);
    expect(command({ locations: [{ kind: 'city', value: 'a@b' }] })).toContain(
      `--locations-json '[{"kind":"city","value":"a@b"}]'`,
    );
  });
});

describe('an export command', () => {
  it("has the search's flags, and a file name with the format", () => {
    expect(asExport({ ...NO_FILTERS, q: 'robots', country: 'Germany' }, 'parquet', 12)).toBe(
      ['signals export', '--q robots', '--country Germany', '--output activities.parquet'].join(' \\\n  '),
    );
  });

  it('has a limit when the price is not known in advance', () => {
    expect(asExport({ ...NO_FILTERS, semantic: 'robots' }, 'csv', undefined)).toContain('--max-records 1000');
  });
});
