import { NO_FILTERS, type ActivityFilters } from './filters';
import { withoutWords, wordsOf } from './search-words';

const GROUPS = {
  op: 'or',
  groups: [{ scope: 'activity', match: 'and', terms: ['a'], exclude: [] }],
} as const;

describe('what counts as a search', () => {
  it.each<Partial<ActivityFilters>>([
    { q: 'robots' },
    { all: 'robots' },
    { any: 'robots' },
    { exact: 'robots' },
    { company: 'acme' },
    { semantic: 'machines that walk' },
    { searchGroups: structuredClone(GROUPS) as unknown as ActivityFilters['searchGroups'] },
  ])('words or a meaning: %j', (words) => {
    expect(wordsOf({ ...NO_FILTERS, ...words })).not.toBe('');
  });

  it.each<Partial<ActivityFilters>>([
    {},
    { exclude: 'layoffs' },
    { companySlug: 'acme' },
    { companies: ['acme'] },
    { country: 'Japan', days: '7', category: ['funding'], fundingMin: '5' },
    { locations: [{ kind: 'city', value: 'Paris' }], industries: ['Robotics'], ids: ['1'] },
  ])('not browsing: %j', (filters) => {
    expect(wordsOf({ ...NO_FILTERS, ...filters })).toBe('');
  });

  it('is the same search while only other filters change', () => {
    const search = { ...NO_FILTERS, q: 'robots' };
    expect(wordsOf({ ...search, country: 'Japan', exclude: 'toys' })).toBe(wordsOf(search));
    expect(wordsOf({ ...search, company: 'acme' })).not.toBe(wordsOf(search));
  });

  it('can be dropped to browse the rest', () => {
    const rest = withoutWords({ ...NO_FILTERS, q: 'robots', semantic: 'walking', country: 'Japan' });
    expect(rest).toEqual({ ...NO_FILTERS, country: 'Japan' });
    expect(wordsOf(rest)).toBe('');
  });
});
