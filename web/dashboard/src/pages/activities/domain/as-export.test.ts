import { asExport } from './as-export';
import { NO_FILTERS } from './filters';

describe('the command of an export', () => {
  it('has the flags of the search, and a file whose name says the format', () => {
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

  it('has a bound where the price is not known before', () => {
    expect(asExport({ ...NO_FILTERS, semantic: 'robots' }, 'csv', undefined)).toContain('--max-records 1000');
  });
});
