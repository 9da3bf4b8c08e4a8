import type { FacetName } from '@heliograph/contract';
import {
  chosenOf,
  dayOf,
  dayOfTime,
  readQuery,
  without,
  type FacetCount,
  type FacetCounts,
  type FacetedCount,
  type PageRequest,
  type Position,
  type ReadQuery,
  type SignalFilters,
  type SuggestRequest,
} from '@heliograph/read-model';
import { orderOf, type IndexState, type SignalIndex } from '@heliograph/signal-index';
import type { Admission, Caller } from '../admission/admission';
import type { PoolPage, PoolRequest } from '../domain/pool';
import { documentsJson, documentsWithMatches } from '../engine/items-json';
import { runInTurns } from '../engine/run-slices';
import type { ItemShape, SearchEngine, SearchPage } from '../engine/search-engine';
import type { SearchKind } from '../metrics';
import { allOf, anyOf, clauseOf, type Clause } from './clause';
import { satisfyingCompanies } from './company-groups';
import { allCounts, facetsOf } from './facets';
import { filterPool } from './filter-pool';
import { documentOf, readerOf, TIMEOUT_MS, withReader, type Reader } from './reader';
import { suggestCompanies, suggestValues } from './suggestions';

interface OpenSearchEngineParts {
  index: SignalIndex;
  /** The state that answers come from. @throws ServiceError `unavailable` */
  state: () => IndexState;
  /** Checked again for each answer. @throws ServiceError `unavailable` */
  requireCurrent: () => void;
  admission: Admission;
  now: () => Date;
  onAnswered: (kind: SearchKind, seconds: number) => void;
}

/** Expected nanoseconds, until the lane's pace is measured. */
const SEARCH_COST = 5_000_000;
const COUNT_COST = 4 * SEARCH_COST;
const SLICE_MS = 1;
/** Counts of one catalog version, by field; there are few fields. */
interface Counts {
  version: number;
  byField: Map<string, Promise<Map<string, number>>>;
}

/** What the queries of one turn share. */
interface Ask {
  state: IndexState;
  signal: AbortSignal;
  nowMs: number;
}

/** Keyword search and the filters of semantic search, by OpenSearch. */
export class OpenSearchEngine implements SearchEngine {
  private counts: Counts = { version: -1, byField: new Map() };

  constructor(private readonly parts: OpenSearchEngineParts) {}

  search(
    filters: SignalFilters,
    request: PageRequest,
    shape: ItemShape,
    caller: Caller,
  ): Promise<SearchPage> {
    return this.run('page', caller, SEARCH_COST, async (ask) => {
      const { documents, next } = await this.reading(ask, this.read(filters, ask), (query, reader) =>
        findPage(reader, query, request),
      );
      const itemsJson = shape.matched
        ? await runInTurns(documentsWithMatches(documents, filters, shape.fields), SLICE_MS, ask.signal)
        : documentsJson(documents, shape.fields);
      return { itemsJson, itemCount: documents.length, next };
    });
  }

  count(filters: SignalFilters, caller: Caller): Promise<number> {
    return this.run('count', caller, COUNT_COST, (ask) =>
      this.reading(ask, this.read(filters, ask), async (query, reader) => {
        const { hits } = await reader.search({ query, size: 0, track_total_hits: true });
        return hits.total!.value;
      }),
    );
  }

  countFacets(filters: SignalFilters, facets: readonly FacetName[], caller: Caller): Promise<FacetedCount> {
    return this.run('count', caller, COUNT_COST * (1 + facets.length), (ask) =>
      withReader(this.parts.index, ask.state.index, ask.signal, async (reader) => {
        const counted = new Map<FacetName, FacetCounts>();
        let total = 0;
        for (const { query, names } of byQuery(filters, facets)) {
          const clause = await this.clauseOf(ask, this.read(query, ask), reader);
          const found = await facetsOf(
            reader,
            clause,
            names,
            names.map((name) => chosenOf(filters, name)),
          );
          if (query === filters) total = found.total;
          for (const [place, name] of names.entries()) counted.set(name, found.facets[place]!);
        }
        return { total, facets: facets.map((name) => counted.get(name)!) };
      }),
    );
  }

  suggest(request: SuggestRequest, caller: Caller): Promise<FacetCount[]> {
    return this.run('suggestion', caller, COUNT_COST, async (ask) => {
      const { index } = this.parts;
      if (request.kind === 'company') {
        return withReader(index, ask.state.index, ask.signal, (reader) =>
          suggestCompanies(reader, shownAt(ask.nowMs), request),
        );
      }
      return suggestValues(await this.countsOf(request.kind, ask), request);
    });
  }

  searchPool(filters: SignalFilters, request: PoolRequest, caller: Caller): Promise<PoolPage> {
    return this.run('pool', caller, COUNT_COST, (ask) =>
      withReader(this.parts.index, ask.state.index, ask.signal, (reader) =>
        filterPool(reader, filters, request, ask.state.nextOrdinal, (query, shown) =>
          queryClause(reader, query, shown),
        ),
      ),
    );
  }

  /**
   * How many shown signals have each value, counted once per version. Signals published by the clock are marked within
   * a second, which makes a new version. The first caller may leave before the others.
   */
  private countsOf(field: string, { state, signal, nowMs }: Ask): Promise<Map<string, number>> {
    const version = state.version!;
    if (this.counts.version !== version) this.counts = { version, byField: new Map() };
    const { byField } = this.counts;
    let counting = byField.get(field);
    if (!counting) {
      counting = withReader(this.parts.index, state.index, AbortSignal.timeout(TIMEOUT_MS), (reader) =>
        allCounts(reader, shownAt(nowMs), field),
      );
      byField.set(field, counting);
      counting.catch(() => byField.delete(field));
    }
    return unlessAborted(counting, signal);
  }

  private read(filters: SignalFilters, { nowMs }: Ask): ReadQuery {
    return readQuery(filters, dayOfTime(nowMs));
  }

  private clauseOf({ nowMs }: Ask, query: ReadQuery, reader: Reader): Promise<Clause> {
    return queryClause(reader, query, shownAt(nowMs));
  }

  /** Runs the queries of one search. Company-scoped groups need several, all on one state of the index. */
  private async reading<Result>(
    ask: Ask,
    query: ReadQuery,
    use: (clause: Clause, reader: Reader) => Promise<Result>,
  ): Promise<Result> {
    const { state, signal } = ask;
    const { index } = this.parts;
    if (query.groups) {
      return withReader(index, state.index, signal, async (reader) =>
        use(await this.clauseOf(ask, query, reader), reader),
      );
    }
    const reader = readerOf(index, state.index, signal);
    return use(await this.clauseOf(ask, query, reader), reader);
  }

  private async run<Result>(
    kind: SearchKind,
    caller: Caller,
    cost: number,
    work: (ask: Ask) => Promise<Result>,
  ): Promise<Result> {
    const started = performance.now();
    const result = await this.parts.admission.engine(caller, cost, (signal) =>
      work({ state: this.parts.state(), signal, nowMs: this.parts.now().getTime() }),
    );
    this.parts.requireCurrent();
    this.parts.onAnswered(kind, (performance.now() - started) / 1000);
    return result;
  }
}

/** The result of shared work, which continues without the caller. @throws the signal's reason. */
async function unlessAborted<Result>(shared: Promise<Result>, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted();
  let leave!: () => void;
  const left = new Promise<never>((_, reject) => {
    leave = () => reject(signal.reason as Error);
    signal.addEventListener('abort', leave, { once: true });
  });
  try {
    return await Promise.race([shared, left]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

const shownAt = (nowMs: number): Clause => ({ range: { publishedAt: { lte: nowMs } } });

/** A query as a clause. @param shown limits what may be found, and what is evidence about companies. */
async function queryClause(reader: Reader, { filters, groups }: ReadQuery, shown: Clause): Promise<Clause> {
  const base = allOf(shown, clauseOf(filters));
  if (!groups) return base;
  const satisfying = await satisfyingCompanies(reader, base, groups.companyGroups);
  const ways = groups.ways.map(({ signal, companyGroups }) =>
    allOf(clauseOf(signal), ...companyGroups.map((group) => satisfying[group]!)),
  );
  return allOf(base, anyOf(...ways));
}

async function findPage(
  reader: Reader,
  query: Clause,
  { after, page, limit }: PageRequest,
): Promise<{ documents: Buffer[]; next: Position | null }> {
  const { hits } = await reader.search({
    query,
    // One more tells whether there is a next page.
    size: limit + 1,
    ...(page !== undefined && { from: (page - 1) * limit }),
    ...(after && { search_after: [dayOf(after.activityDate), orderOf(after.id)] }),
    sort: [{ day: 'desc' }, { order: 'desc' }],
    track_total_hits: false,
  });
  const found = hits.hits.slice(0, limit);
  const last = found.at(-1);
  const documents = found.map(documentOf);
  if (!last || hits.hits.length <= limit) return { documents, next: null };
  const { activityDate } = JSON.parse(documents.at(-1)!.toString()) as { activityDate: string };
  return { documents, next: { activityDate, id: last._id } };
}

/**
 * Facets by the query they count: each leaves out its own filters. The whole query comes first, whether or not a facet
 * needs it.
 */
function byQuery(
  filters: SignalFilters,
  facets: readonly FacetName[],
): { query: SignalFilters; names: FacetName[] }[] {
  const queries = new Map([[JSON.stringify(filters), { query: filters, names: [] as FacetName[] }]]);
  for (const name of facets) {
    const query = without(filters, name);
    const key = JSON.stringify(query);
    const known = queries.get(key) ?? { query, names: [] };
    known.names.push(name);
    queries.set(key, known);
  }
  return [...queries.values()];
}
