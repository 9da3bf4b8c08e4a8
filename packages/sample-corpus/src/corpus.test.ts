import { sampleCorpus } from './corpus';
import type { SignalRecord } from './records';

const TODAY = '2026-11-21';
const midnight = Date.parse(`${TODAY}T00:00:00.000Z`);
const { companies, signals } = sampleCorpus(TODAY);

/** Number of signals with each value. */
function tally(values: (signal: SignalRecord) => readonly (string | undefined)[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const signal of signals) {
    for (const value of values(signal)) {
      if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  }
  return counts;
}

function ageInDays(signal: SignalRecord): number {
  return (midnight - Date.parse(signal.activityDate)) / 86_400_000;
}

function publishedAges(): number[] {
  return signals.filter((signal) => Date.parse(signal.publishedAt) <= midnight).map(ageInDays);
}

describe('the sample corpus is always the same', () => {
  test('for the same day', () => {
    expect(sampleCorpus(new Date('2026-11-21T17:30:00Z'))).toMatchObject({ companies, signals });
  });

  test('on another day, except for its dates', () => {
    const later = sampleCorpus('2027-03-01');
    const undated = (signal: SignalRecord) => ({ ...signal, activityDate: '', publishedAt: '' });
    expect(later.companies).toEqual(companies);
    expect(later.signals.map(undated)).toEqual(signals.map(undated));
    expect(later.signals[0]?.activityDate).not.toBe(signals[0]?.activityDate);
  });

  test('and rejects an invalid date', () => {
    expect(() => sampleCorpus('next Tuesday')).toThrow(RangeError);
  });
});

describe('its records can be imported', () => {
  test('600 companies with unique slugs, names, and domains', () => {
    expect(companies).toHaveLength(600);
    expect(new Set(companies.map((company) => company.slug)).size).toBe(600);
    expect(new Set(companies.map((company) => company.name)).size).toBe(600);
    for (const company of companies) {
      expect(company.slug).toMatch(/^[a-z0-9][a-z0-9._-]{0,179}$/);
      expect(company.name).not.toBe('');
      expect(company.domain).toMatch(/^[a-z0-9-]+\.example$/);
      expect(company.industries?.length).toBeGreaterThan(0);
    }
  });

  test('5,000 signals with unique ids, from known companies', () => {
    const slugs = new Set(companies.map((company) => company.slug));
    expect(signals).toHaveLength(5000);
    expect(new Set(signals.map((signal) => signal.id)).size).toBe(5000);
    const invalid = signals.filter(
      ({ id, title, companySlug, activityDate, publishedAt, activityUrl }) =>
        !slugs.has(companySlug) ||
        !/^[1-9][0-9]{0,18}$/.test(id) ||
        !/^.{1,1000}$/u.test(title) ||
        /undefined|NaN|\{\}|\$\{/.test(title) ||
        !/^\d{4}-\d\d-\d\d$/.test(activityDate) ||
        new Date(publishedAt).toISOString() !== publishedAt ||
        (activityUrl !== undefined && !/^https:\/\/[a-z0-9-]+\.example\//.test(activityUrl)),
    );
    expect(invalid).toEqual([]);
  });

  test('no activity is published before its day', () => {
    const early = signals.filter((signal) => signal.publishedAt.slice(0, 10) < signal.activityDate);
    expect(early).toEqual([]);
  });

  test('a headline with an amount agrees with the record', () => {
    const round = signals.find((signal) => signal.title.includes(' million Series B '));
    const [, sum] = /(?:[$€£])([\d.]+) million/.exec(round?.title ?? '') ?? [];
    expect(round?.funding?.amount).toBe(Math.round(Number(sum) * 1_000_000));
  });
});

describe('every filter finds something', () => {
  test('categories', () => {
    const counts = tally((signal) => [signal.category]);
    const expected = ['funding', 'hiring', 'acquisition', 'product-launch', 'partnership', 'leadership'];
    expected.push('expansion', 'layoffs', 'ipo', 'grant', 'award', 'accelerator', 'closure', 'regulation');
    for (const category of expected) expect(counts.get(category)).toBeGreaterThan(10);
  });

  test.each([
    ['types', 5],
    ['functions', 10],
    ['seniorities', 5],
    ['employmentTypes', 5],
    ['workArrangements', 3],
  ] as const)('hiring %s', (kind, least) => {
    expect(tally((signal) => signal.hiring?.[kind] ?? []).size).toBeGreaterThanOrEqual(least);
  });

  test('funding stages, currencies, and amounts of every magnitude', () => {
    expect(tally((signal) => [signal.funding?.stage]).size).toBeGreaterThanOrEqual(10);
    const currencies = tally((signal) => [signal.funding?.currency]);
    expect([...currencies.keys()].sort()).toEqual(['EUR', 'GBP', 'USD']);
    for (const count of currencies.values()) expect(count).toBeGreaterThan(50);
    const magnitudes = tally((signal) =>
      signal.funding?.amount === undefined ? [] : [String(Math.floor(Math.log10(signal.funding.amount)))],
    );
    expect([...magnitudes.keys()].sort()).toEqual(['4', '5', '6', '7', '8', '9']);
    expect(signals.some((signal) => signal.funding?.stage && signal.funding.amount === undefined)).toBe(true);
  });

  test.each([
    [1, 49],
    [50, 100],
    [101, 500],
    [501, 10_000_000],
  ])('company sizes %i to %i', (low, high) => {
    const within = companies.filter(({ employeeCount = 0 }) => employeeCount >= low && employeeCount <= high);
    expect(within.length).toBeGreaterThan(30);
  });

  test('countries, cities, and industries, also for signals away from headquarters', () => {
    expect(new Set(companies.map((company) => company.country)).size).toBeGreaterThan(20);
    expect(new Set(companies.flatMap((company) => company.industries ?? [])).size).toBeGreaterThan(20);
    const cambridges = signals
      .filter((signal) => signal.city === 'Cambridge')
      .map((signal) => signal.country);
    expect(new Set(cambridges)).toEqual(new Set(['United Kingdom', 'New Zealand']));
  });

  test('dates: each range has matches, and most are on or after 2026-08-30', () => {
    const ages = publishedAges();
    expect(ages.filter((age) => age <= 7).length).toBeGreaterThan(300);
    expect(ages.filter((age) => age > 7 && age <= 30).length).toBeGreaterThan(600);
    expect(ages.filter((age) => age > 30 && age <= 90).length).toBeGreaterThan(1000);
    expect(ages.filter((age) => age > 90).length).toBeGreaterThan(500);
    expect(Math.max(...ages)).toBeLessThanOrEqual(365);
    expect(signals.filter((signal) => signal.activityDate >= '2026-08-30').length).toBeGreaterThan(3000);
  });

  test('some are scheduled, and nothing else is in the future', () => {
    const coming = signals.filter((signal) => Date.parse(signal.publishedAt) > midnight);
    expect(coming.length).toBeGreaterThan(10);
    expect(coming.length).toBeLessThan(100);
    expect(Math.min(...publishedAges())).toBeGreaterThanOrEqual(0);
  });
});

describe('its titles exercise a search', () => {
  test.each([
    ['C++', /C\+\+/],
    ['accents', /[àáâãäåçèéêëìíîïñòóôõöøùúûüžşłæß]/i],
    ['Japanese', /[\u3040-\u30ff]/],
    ['Korean', /[\uac00-\ud7a3]/],
    ['Chinese', /[\u4e00-\u9fff]/],
    ['capitals', /^PHASE II AWARD: [A-Z -]+/],
    ['a phrase', /double its engineering team/],
  ])('%s', (_, pattern) => {
    expect(signals.filter((signal) => pattern.test(signal.title)).length).toBeGreaterThan(4);
  });

  test('hardly any is repeated', () => {
    expect(new Set(signals.map((signal) => signal.title)).size).toBeGreaterThan(4900);
  });

  test('companies have related activities: money raised, then people hired', () => {
    const raised = new Map<string, string>();
    for (const { category, companySlug, activityDate } of signals) {
      if (category === 'funding') raised.set(companySlug, activityDate);
    }
    const hiredAfter = signals.filter(
      ({ category, companySlug, activityDate }) =>
        category === 'hiring' && activityDate > (raised.get(companySlug) ?? '9999'),
    );
    expect(new Set(hiredAfter.map((signal) => signal.companySlug)).size).toBeGreaterThan(100);
  });
});
