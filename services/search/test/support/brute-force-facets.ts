import { bruteForce, type PlainCompany, type PlainQuery, type PlainSignal } from './brute-force';

/**
 * What each facet removes from a query, and a signal's values for it: the definition of facets, which shares no code
 * with the program.
 */
const facets: Record<
  string,
  {
    filters: (keyof PlainQuery)[];
    valuesOf: (signal: PlainSignal, company: PlainCompany) => (string | undefined)[];
    labelOf?: (value: string, companies: readonly PlainCompany[]) => string;
  }
> = {
  category: { filters: ['categories'], valuesOf: ({ category }) => [category] },
  country: { filters: ['country'], valuesOf: (signal, company) => [signal.country ?? company.country] },
  city: { filters: [], valuesOf: (signal, company) => [signal.city ?? company.city] },
  industry: {
    filters: ['industry', 'industries'],
    valuesOf: (signal, company) => signal.industries ?? company.industries ?? [],
  },
  size: {
    filters: ['size'],
    valuesOf: (_, { employeeCount: count = 0 }) => [
      ['1-49', '50-100', '101-500', '501-10000000'].find((range) => {
        const [low, high] = range.split('-').map(Number) as [number, number];
        return count >= low && count <= high;
      }),
    ],
  },
  hiringState: { filters: ['hiringTypes'], valuesOf: ({ hiring }) => hiring?.types ?? [] },
  hiringFunction: { filters: ['hiringFunctions'], valuesOf: ({ hiring }) => hiring?.functions ?? [] },
  hiringSeniority: { filters: ['hiringSeniorities'], valuesOf: ({ hiring }) => hiring?.seniorities ?? [] },
  hiringEmployment: {
    filters: ['hiringEmploymentTypes'],
    valuesOf: ({ hiring }) => hiring?.employmentTypes ?? [],
  },
  hiringWorkArrangement: {
    filters: ['hiringWorkArrangements'],
    valuesOf: ({ hiring }) => hiring?.workArrangements ?? [],
  },
  fundingStage: { filters: ['fundingStages'], valuesOf: ({ funding }) => [funding?.stage] },
  fundingCurrency: { filters: ['fundingCurrency'], valuesOf: ({ funding }) => [funding?.currency] },
  company: {
    filters: [],
    valuesOf: ({ companySlug }) => [companySlug],
    labelOf: (slug, companies) => companies.find((company) => company.slug === slug)!.name,
  },
  month: { filters: [], valuesOf: ({ activityDate }) => [activityDate.slice(0, 7)] },
};

export const facetNames = Object.keys(facets);

/** In code point order. */
function compare(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => Array.from(text, (character) => character.codePointAt(0)!));
  for (const [index, point] of left!.entries()) {
    if (right![index] === undefined) return 1;
    if (point !== right![index]) return point - right![index];
  }
  return left!.length - right!.length;
}

export function bruteForceFacet(
  companies: readonly PlainCompany[],
  signals: readonly PlainSignal[],
  query: PlainQuery,
  name: string,
  now: Date,
): { values: { value: string; label?: string; count: number }[]; more: boolean } {
  const { filters, valuesOf, labelOf } = facets[name]!;
  const others = Object.fromEntries(
    Object.entries(query).filter(([filter]) => !(filters as string[]).includes(filter)),
  );
  const matching = new Set(bruteForce(companies, signals, others, now));
  const counts = new Map(
    filters.flatMap((filter) => [query[filter] ?? []].flat() as string[]).map((value) => [value, 0]),
  );
  for (const signal of signals) {
    if (!matching.has(signal.id)) continue;
    const company = companies.find(({ slug }) => slug === signal.companySlug)!;
    for (const value of new Set(valuesOf(signal, company))) {
      if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  }
  const values = [...counts]
    .map(([value, count]) => ({ value, ...(labelOf && { label: labelOf(value, companies) }), count }))
    .sort((a, b) => b.count - a.count || compare(a.value, b.value));
  return { values: values.slice(0, 100), more: values.length > 100 };
}
