import { parseTerms, type Term } from '@heliograph/words';
import type { Parameters } from '../search/query-classes';

/** The parameters that OpenSearch can answer exactly. */
const UNDERSTOOD = new Set([
  'q',
  'any',
  'country',
  'category',
  'dateFrom',
  'dateTo',
  'page',
  'limit',
  'countOnly',
]);
const DEFAULT_LIMIT = 50;

type Clause = Record<string, unknown>;

/**
 * The `_search` body for parameters of `GET /signals`: unscored, in index order. Undefined for company-scoped groups,
 * which need two requests against the same state of the index.
 */
export function queryBody(parameters: Parameters): Clause | undefined {
  if (Object.keys(parameters).some((name) => !UNDERSTOOD.has(name))) return undefined;
  const { q = '', any = '', country, category, dateFrom, dateTo } = parameters;
  const terms = parseTerms(q, { commasSplit: false, minusExcludes: true });
  const alternatives = parseTerms(any, { commasSplit: true, minusExcludes: false }).include;
  const filter: Clause[] = terms.include.map(holds);
  if (alternatives.length > 0) filter.push({ bool: { should: alternatives.map(holds) } });
  if (country !== undefined) filter.push({ term: { country } });
  if (category !== undefined) filter.push({ term: { category } });
  if (dateFrom !== undefined || dateTo !== undefined) {
    filter.push({ range: { day: { ...(dateFrom && { gte: dateFrom }), ...(dateTo && { lte: dateTo }) } } });
  }
  const query = { bool: { filter, must_not: terms.exclude.map(holds) } };
  if (parameters.countOnly) return { query, size: 0, track_total_hits: true };
  const size = Number(parameters.limit ?? DEFAULT_LIMIT);
  return {
    query,
    size,
    from: (Number(parameters.page ?? 1) - 1) * size,
    sort: [{ day: 'desc' }, { order: 'desc' }],
    track_total_hits: false,
  };
}

function holds(term: Term): Clause {
  return term.length === 1 ? { term: { words: term[0] } } : { match_phrase: { words: term.join(' ') } };
}
