import {
  dayOfTime,
  matchesAll,
  parseSignalId,
  readQuery,
  type ReadQuery,
  type SignalFilters,
} from '@heliograph/read-model';
import type { PoolPage, PoolRequest, Rank } from '../domain/pool';
import { documentsWithSimilarity } from '../engine/items-json';
import { allOf, idsClause, MATCH_ALL, type Clause } from './clause';
import { documentOf, type Reader } from './reader';

interface Ranked {
  id: string;
  similarityMillionths: number;
}

/**
 * A pool's signals that pass the filters. Filters, including company-scoped groups, see only the pool's signals.
 *
 * @param clauseOf turns a query into a clause, limited to what is shown.
 */
export async function filterPool(
  reader: Reader,
  filters: SignalFilters,
  request: PoolRequest,
  nextOrdinal: number,
  clauseOf: (query: ReadQuery, shown: Clause) => Promise<Clause>,
): Promise<PoolPage> {
  const { pool, limit, after, fields } = request;
  const ranked = [...pool.ids].map((id, place): Ranked => ({
    id: String(id),
    similarityMillionths: pool.similarityMillionths[place]!,
  }));
  const shown = allOf(idsClause(ranked.map(({ id }) => id)), shownIn(request));
  const query = readQuery(filters, dayOfTime(request.publishedUntilMs));
  const matching = matchesAll(query) ? MATCH_ALL : await clauseOf(query, shown);
  const { poolSize, ids } = await idsOf(reader, shown, matching, ranked.length);
  const matched = ranked.filter(({ id }) => ids.has(id)).sort(nearestFirst);
  const from = after ? matched.findIndex((each) => isAfter(each, after)) : 0;
  const following = from < 0 ? [] : matched.slice(from);
  const found = following.slice(0, limit);
  const last = found.at(-1);
  const documents = await documentsOf(reader, found);
  return {
    itemsJson: documentsWithSimilarity(
      found.map(({ id, similarityMillionths }) => ({ document: documents.get(id)!, similarityMillionths })),
      fields,
    ),
    itemCount: found.length,
    next: last && following.length > found.length ? last : null,
    poolSize,
    matched: matched.length,
    nextOrdinal,
  };
}

function shownIn({ publishedUntilMs, ordinalBelow }: PoolRequest): Clause {
  const published: Clause = { range: { publishedAt: { lte: publishedUntilMs } } };
  return ordinalBelow === undefined
    ? published
    : allOf(published, { range: { ordinal: { lt: ordinalBelow } } });
}

/** How many are shown, and the ids of the matches. */
async function idsOf(
  reader: Reader,
  shown: Clause,
  matching: Clause,
  size: number,
): Promise<{ poolSize: number; ids: Set<string> }> {
  const { hits } = await reader.search({
    query: { bool: { filter: [shown], should: [{ bool: { filter: [matching], _name: 'matching' } }] } },
    size: Math.max(1, size),
    sort: ['_doc'],
    _source: false,
    track_total_hits: false,
  });
  const matched = hits.hits.filter(({ matched_queries: names = [] }) => names.includes('matching'));
  return { poolSize: hits.hits.length, ids: new Set(matched.map(({ _id }) => _id)) };
}

async function documentsOf(reader: Reader, found: readonly Ranked[]): Promise<Map<string, Buffer>> {
  if (found.length === 0) return new Map();
  const { hits } = await reader.search({
    query: idsClause(found.map(({ id }) => id)),
    size: found.length,
    sort: ['_doc'],
    track_total_hits: false,
  });
  return new Map(hits.hits.map((hit) => [hit._id, documentOf(hit)]));
}

const nearestFirst = (a: Ranked, b: Ranked) =>
  b.similarityMillionths - a.similarityMillionths || compareIds(b.id, a.id);

const compareIds = (a: string, b: string) => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);

function isAfter(ranked: Ranked, { similarityMillionths, id }: Rank): boolean {
  if (ranked.similarityMillionths !== similarityMillionths) {
    return ranked.similarityMillionths < similarityMillionths;
  }
  // Beyond every id: everything equally similar comes after.
  return !parseSignalId(id) || compareIds(ranked.id, id) < 0;
}
