import type { CompanyGroup, Condition } from '@heliograph/read-model';
import { ServiceError } from '@heliograph/runtime';
import { MAXIMUM_TERMS } from '@heliograph/signal-index';
import { allOf, anyOf, clauseOf, MATCH_ALL, MATCH_NONE, not, type Clause } from './clause';
import type { Reader } from './reader';

/** Buckets per response, including those of conditions; OpenSearch allows 65,535. */
const BUCKETS = 60_000;
const MAXIMUM_COMPANIES_AT_ONCE = 10_000;

interface Bucket {
  key: { company: number };
  [evidence: `e${number}`]: { doc_count: number };
}
interface Companies {
  companies: { buckets: Bucket[]; after_key?: { company: number } };
}

/** The evidence that settles a group, as indexes of conditions. */
interface Settled {
  wanted: readonly number[];
  excluded: number | undefined;
}

/**
 * For each group, the documents of companies that satisfy it. Companies without any evidence satisfy only groups
 * without terms.
 *
 * @param allowed what a document must match to be evidence.
 * @throws ServiceError `invalid_parameter` when there are more companies than a query can contain.
 */
export async function satisfyingCompanies(
  reader: Reader,
  allowed: Clause,
  groups: readonly CompanyGroup[],
): Promise<Clause[]> {
  const conditions: Clause[] = [];
  const numberOf = (condition: Condition) => conditions.push(clauseOf(condition)) - 1;
  const settled = groups.map(({ match, terms, excluded }): Settled => {
    const wanted = match === 'and' || terms.length < 2 ? terms : [{ kind: 'or' as const, of: terms }];
    return {
      wanted: wanted.map(numberOf),
      excluded: excluded.kind === 'none' ? undefined : numberOf(excluded),
    };
  });
  const found = settled.map((): number[] => []);
  for await (const { key, ...evidence } of companiesWith(reader, allowed, conditions)) {
    const has = (number: number) => evidence[`e${number}`]!.doc_count > 0;
    for (const [place, { wanted, excluded }] of settled.entries()) {
      const isExcluded = excluded !== undefined && has(excluded);
      // For a group without terms, collects those that do not satisfy it.
      if (wanted.length === 0 ? isExcluded : wanted.every(has) && !isExcluded) {
        found[place]!.push(key.company);
        if (found[place]!.length > MAXIMUM_TERMS) throw tooManyCompanies();
      }
    }
  }
  return settled.map(({ wanted }, place) => {
    const companies = found[place]!;
    if (wanted.length === 0) return companies.length === 0 ? MATCH_ALL : not(ofCompanies(companies));
    return companies.length === 0 ? MATCH_NONE : ofCompanies(companies);
  });
}

const ofCompanies = (companies: readonly number[]): Clause => ({ terms: { company: companies } });

/** The companies with evidence of any condition, page by page. */
async function* companiesWith(
  reader: Reader,
  allowed: Clause,
  conditions: readonly Clause[],
): AsyncGenerator<Bucket> {
  const evidence = Object.fromEntries(conditions.map((clause, number) => [`e${number}`, { filter: clause }]));
  const size = Math.min(MAXIMUM_COMPANIES_AT_ONCE, Math.floor(BUCKETS / (1 + conditions.length)));
  const query = allOf(allowed, anyOf(...conditions));
  let after: { company: number } | undefined;
  do {
    const composite = {
      size,
      sources: [{ company: { terms: { field: 'company' } } }],
      ...(after && { after }),
    };
    const { aggregations } = await reader.search({
      query,
      size: 0,
      track_total_hits: false,
      aggs: { companies: { composite, aggs: evidence } },
    });
    const { buckets, after_key: last } = (aggregations as unknown as Companies).companies;
    yield* buckets;
    after = buckets.length === size ? last : undefined;
  } while (after);
}

const tooManyCompanies = () =>
  new ServiceError(
    'invalid_parameter',
    'searchGroups has a company-scoped group that too many companies satisfy. Narrow it by rarer terms, a date range or other filters.',
  );
