import { costs } from './cost';
import { and, always } from './expression';
import { readFilters, type Filters } from './filters';
import { Facts } from './group-facts';
import { readGroups, type Groups } from './groups';
import type { PoolRequest, Rank } from './pool';
import type { SearchQuery } from './query';
import { conjunction, daysSql, matchesSql, Parameters, type PlannedStatement } from './sql';

/**
 * Compiles a page of semantic search to one statement. Every signal of the pool is looked up by its id, once, and asked all at once: whether the catalog shows it, whether it passes the
 * filters, and what it says about company-scoped groups, whose evidence comes from the pool alone. So its duration depends on the size of the pool and not on the filters.
 *
 * Rows: `document`, `id`, `similarity` of up to `limit + 1` items in order, each with `pool_size`, `matched`, `next_ordinal` and `complete` (null when nobody tells of the
 * collection); without items one row in which the first three are null.
 *
 * @param today the day in UTC that `days` and `dateRanges` count from
 */
export function compilePool(query: SearchQuery, request: PoolRequest, today: string): PlannedStatement {
  const filters = readFilters(query, today);
  const groups = readGroups(query.searchGroups);
  const parameters = new Parameters();
  const { columns, found } =
    groups && groups.companyGroups.length > 0
      ? ofCompanies(filters, groups, parameters)
      : ofSignals(filters, groups, parameters);
  return {
    plan: 'pool',
    cost: costs.statement + request.pool.ids.length * (costs.listed + costs.walked),
    text: `WITH shown AS MATERIALIZED (SELECT ${columns}, c.similarity ${shownSql(request, parameters)}),
found AS MATERIALIZED (${found}),
page AS (
  SELECT f.id, f.similarity FROM found f WHERE ${conjunction(afterSql(request.after, parameters))}
  ORDER BY f.similarity DESC, f.id DESC LIMIT ${request.limit + 1}
)
SELECT d.document, p.id::text AS id, p.similarity, n.pool_size, n.matched, n.next_ordinal, n.complete
FROM (
  SELECT (SELECT count(*)::integer FROM shown) AS pool_size, (SELECT count(*)::integer FROM found) AS matched,
    (SELECT next_ordinal FROM catalog.state) AS next_ordinal,
    (SELECT completed_at IS NOT NULL FROM catalog.vector_collection WHERE name = ${parameters.add(request.collection, 'text')}) AS complete
) n LEFT JOIN (page p JOIN catalog.signal_document d ON d.id = p.id) ON true
ORDER BY p.similarity DESC, p.id DESC`,
    values: parameters.values,
  };
}

/** The text of an array of numbers. The driver would quote each of them, which takes as long as the rest of its work. */
const arrayText = (numbers: BigUint64Array | Int32Array) => `{${numbers.join(',')}}`;

/** The signals of the pool (`s`, and `c` with the similarity) that the catalog shows. */
function shownSql({ pool, publishedUntilMs, ordinalBelow }: PoolRequest, parameters: Parameters): string {
  const ids = parameters.add(arrayText(pool.ids), 'numeric[]');
  const similarities = parameters.add(arrayText(pool.similarityMillionths), 'integer[]');
  const conditions = [
    `s.published_at <= ${parameters.add(new Date(publishedUntilMs).toISOString(), 'timestamptz')}`,
  ];
  if (ordinalBelow !== undefined) conditions.push(`s.ordinal < ${parameters.add(ordinalBelow, 'integer')}`);
  return `FROM unnest(${ids}, ${similarities}) AS c (id, similarity) JOIN catalog.signal s ON s.id = c.id WHERE ${conjunction(conditions)}`;
}

/** All filters but those of company-scoped groups, as a column. IS TRUE: an amount that is not there is not in the range. */
function passesSql(
  { days, ids }: Filters,
  expression: Filters['expression'],
  parameters: Parameters,
): string {
  const conditions = [matchesSql(expression, 's', parameters), ...daysSql(days, 's', parameters)];
  if (ids) conditions.push(`s.id = ANY(${parameters.add(ids, 'numeric[]')})`);
  return `(${conjunction(conditions)}) IS TRUE AS passes`;
}

interface PoolSql {
  /** Of a shown signal. */
  columns: string;
  /** The SELECT over `shown` that gives the matches (id, similarity). */
  found: string;
}

/** Each signal settles by itself whether it matches. */
function ofSignals(filters: Filters, groups: Groups | undefined, parameters: Parameters): PoolSql {
  const expression = and(filters.expression, groups?.row ?? always);
  return {
    columns: `s.id, ${passesSql(filters, expression, parameters)}`,
    found: 'SELECT s.id, s.similarity FROM shown s WHERE s.passes',
  };
}

/** Company-scoped groups: the signals that pass the other filters are their evidence. */
function ofCompanies(filters: Filters, groups: Groups, parameters: Parameters): PoolSql {
  const facts = new Facts(groups);
  return {
    columns: `${facts.columns('s', parameters)}, ${passesSql(filters, filters.expression, parameters)}`,
    found: facts.returnedOfFew('(SELECT * FROM shown s WHERE s.passes)', ['id', 'similarity']),
  };
}

function afterSql(after: Rank | undefined, parameters: Parameters): string[] {
  if (!after) return [];
  const { similarityMillionths, id } = after;
  return [
    `(f.similarity, f.id) < (${parameters.add(similarityMillionths, 'integer')}, ${parameters.add(id, 'numeric')})`,
  ];
}
