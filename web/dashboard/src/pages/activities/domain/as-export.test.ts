import { asExport } from './as-export';
import { NO_FILTERS } from './filters';

describe('the command of an export', () => {
  it("has the search's flags, and a file named for its format", () => {
    expect(
      asExport(
        {
          ...NO_FILTERS,
          q: 'robots',
          country: 'Germany',
          locations: [{ kind: 'city', value: 'Paris', country: 'France' }],
        },
        'parquet',
        12,
      ),
    ).toBe(
      [
        'signals export',
        '--q robots',
        '--country Germany',
        '--locations city:Paris@France',
        '--output activities.parquet',
      ].join(' \\\n  '),
    );
  });

  it('has a limit if the price is not known beforehand', () => {
    expect(asExport({ ...NO_FILTERS, semantic: 'robots' }, 'csv', undefined)).toContain('--max-records 1000');
  });
});
