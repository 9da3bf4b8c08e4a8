import type { FilterOptions } from '@heliograph/dashboard-api';
import { chipsOf } from './chips';
import { NO_FILTERS, type ActivityFilters } from './filters';
import { createLabels } from './labels';

const option = (id: string, label: string) => ({ id, label });
const LABELS = createLabels({
  categories: [option('funding', 'Funding'), option('hiring', 'Hiring')],
  industries: [],
  hiring: {
    types: [option('open-role', 'Open role')],
    functions: [],
    seniorities: [],
    employmentTypes: [],
    workArrangements: [],
  },
  fundingStages: [option('series-a', 'Series A')],
  sizes: [option('501-10000000', 'More than 500')],
  countries: [option('DE', 'Germany')],
} satisfies FilterOptions);

const chips = (filters: Partial<ActivityFilters>) => chipsOf({ ...NO_FILTERS, ...filters }, LABELS);
const texts = (filters: Partial<ActivityFilters>) =>
  chips(filters).map(({ kind, text }) => `${kind}: ${text}`);

describe('chips', () => {
  it("show active filters with the filter options' labels", () => {
    expect(
      texts({
        category: ['funding', 'unheard-of'],
        hiringState: ['open-role'],
        fundingStage: ['series-a'],
        size: '501-10000000',
        country: 'DE',
        days: '30',
        dateRanges: ['older'],
        fundingMin: '2500000',
        fundingCurrency: 'EUR',
        locations: [
          { kind: 'country', value: 'DE' },
          { kind: 'city', value: 'Paris', country: 'France' },
        ],
      }),
    ).toEqual([
      'Country: Germany',
      'Country: Germany',
      'City: Paris, France',
      'Employees: More than 500',
      'Date: Last 30 days',
      'Date: Older than 90 days',
      'Category: Funding',
      'Category: unheard-of',
      'Hiring: Open role',
      'Funding stage: Series A',
      'Currency: EUR',
      'Raised at least: 2,500,000 EUR',
    ]);
  });

  it('remove only their own item', () => {
    const [funding] = chips({ category: ['funding', 'hiring'], days: '7' }).filter(
      ({ kind }) => kind === 'Category',
    );
    expect(funding!.without).toEqual({ ...NO_FILTERS, category: ['hiring'], days: '7' });
  });

  it('remove groups one by one, and the operator with the last', () => {
    const groups = [
      { scope: 'company', match: 'and', terms: ['series a', 'berlin'], exclude: ['layoffs'] },
      { scope: 'activity', match: 'or', terms: [], exclude: ['rumour', 'talks'] },
    ] as const;
    const filters = { searchGroups: { op: 'and', groups } } as unknown as Partial<ActivityFilters>;
    const [first] = chips(filters);
    expect(texts(filters)).toEqual([
      'Group 1: Company has “series a” and “berlin”, without “layoffs”',
      'Group 2: Activity without “rumour” or “talks”',
    ]);
    expect(first!.without.searchGroups).toEqual({ op: 'and', groups: [groups[1]] });
    expect(chipsOf(first!.without, LABELS)[0]!.without).toEqual(NO_FILTERS);
  });

  it("show words beside a meaning, but not the search box's content", () => {
    expect(texts({ q: 'robots' })).toEqual([]);
    expect(texts({ semantic: 'walking machines' })).toEqual([]);
    expect(texts({ q: 'robots', semantic: 'walking machines' })).toEqual(['Title has: robots']);
  });

  it('have unique keys', () => {
    const all = chips({
      ids: ['1', '2'],
      activityIds: ['1'],
      companies: ['a', 'b'],
      industries: ['x'],
      industry: 'x',
    });
    expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
  });
});
