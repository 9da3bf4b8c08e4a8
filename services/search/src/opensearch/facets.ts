import { MAXIMUM_FACET_VALUES, type FacetName } from '@heliograph/contract';
import { MostFrequent, type FacetCount, type FacetCounts } from '@heliograph/read-model';
import type { Clause } from './clause';
import { documentOf, type Hit, type Reader } from './reader';

/** The field with a facet's values. */
const FIELDS: Record<FacetName, string> = {
  category: 'category',
  country: 'country',
  city: 'city',
  industry: 'industry',
  size: 'size',
  hiringState: 'types',
  hiringFunction: 'functions',
  hiringSeniority: 'seniorities',
  hiringEmployment: 'employmentTypes',
  hiringWorkArrangement: 'workArrangements',
  fundingStage: 'fundingStage',
  fundingCurrency: 'fundingCurrency',
  company: 'slug',
  month: 'month',
};

/** Values per shard: with this many, counts are exact, or the response says that they may not be. */
const VALUES_OF_SHARD = 5_000;
const VALUES_AT_ONCE = 10_000;

interface TermsResponse {
  doc_count_error_upper_bound: number;
  buckets: { key: string; doc_count: number }[];
}
interface CompositeResponse {
  values: { buckets: { key: { value: string }; doc_count: number }[]; after_key?: { value: string } };
}

/**
 * The most frequent values of facets among a query's matches, in the order of the names, and the number of matches.
 *
 * @param chosen values that are always counted, by the name's index.
 */
export async function facetsOf(
  reader: Reader,
  query: Clause,
  names: readonly FacetName[],
  chosen: readonly (readonly string[])[],
): Promise<{ total: number; facets: FacetCounts[] }> {
  const { hits, aggregations } = await reader.search({
    query,
    size: 0,
    track_total_hits: true,
    aggs: Object.fromEntries(
      names.map((name) => [
        name,
        { terms: { field: FIELDS[name], size: MAXIMUM_FACET_VALUES + 1, shard_size: VALUES_OF_SHARD } },
      ]),
    ),
  });
  const facets: FacetCounts[] = [];
  for (const [place, name] of names.entries()) {
    const response = aggregations![name] as TermsResponse;
    const counts =
      response.doc_count_error_upper_bound === 0
        ? new Map(response.buckets.map(({ key, doc_count: count }) => [key, count]))
        : await allCounts(reader, query, FIELDS[name]);
    facets.push(await facetOf(reader, query, name, counts, chosen[place]!));
  }
  return { total: hits.total!.value, facets };
}

async function facetOf(
  reader: Reader,
  query: Clause,
  name: FacetName,
  counts: Map<string, number>,
  chosen: readonly string[],
): Promise<FacetCounts> {
  // If there are more values than returned, those without a match are never among the first.
  for (const value of chosen) if (!counts.has(value)) counts.set(value, 0);
  const best = mostFrequent(counts, MAXIMUM_FACET_VALUES);
  const values = name === 'company' ? await withNames(reader, query, best.values) : best.values;
  return { values, more: best.more };
}

export function mostFrequent(counts: ReadonlyMap<string, number>, maximum: number): MostFrequent {
  const best = new MostFrequent(maximum);
  for (const [value, count] of counts) if (best.wants(count)) best.add({ value, count });
  return best;
}

/** How many matches have each value of a field, exactly, whatever the number of values and shards. */
export async function allCounts(reader: Reader, query: Clause, field: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  let after: { value: string } | undefined;
  do {
    const { aggregations } = await reader.search({
      query,
      size: 0,
      track_total_hits: false,
      aggs: {
        values: {
          composite: {
            size: VALUES_AT_ONCE,
            sources: [{ value: { terms: { field } } }],
            ...(after && { after }),
          },
        },
      },
    });
    const { buckets, after_key: last } = (aggregations as unknown as CompositeResponse).values;
    for (const { key, doc_count: count } of buckets) counts.set(key.value, count);
    after = buckets.length === VALUES_AT_ONCE ? last : undefined;
  } while (after);
  return counts;
}

/** Companies with their names, from their newest match. */
export async function withNames(
  reader: Reader,
  query: Clause,
  companies: readonly FacetCount[],
): Promise<FacetCount[]> {
  if (companies.length === 0) return [];
  const { aggregations } = await reader.search({
    query: { bool: { filter: [query, { terms: { slug: companies.map(({ value }) => value) } }] } },
    size: 0,
    track_total_hits: false,
    aggs: {
      companies: {
        terms: { field: 'slug', size: companies.length, shard_size: companies.length },
        aggs: { newest: { top_hits: { size: 1, sort: [{ day: 'desc' }, { order: 'desc' }] } } },
      },
    },
  });
  const { buckets } = aggregations!.companies as {
    buckets: { key: string; newest: { hits: { hits: Hit[] } } }[];
  };
  const names = new Map(
    buckets.map(({ key, newest }) => {
      const item = JSON.parse(documentOf(newest.hits.hits[0]!).toString()) as { company: { name: string } };
      return [key, item.company.name];
    }),
  );
  return companies.map(({ value, count }) => ({ value, label: names.get(value)!, count }));
}
