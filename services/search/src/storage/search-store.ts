import { queryUntil } from '@heliograph/postgres';
import { createHash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { Pool } from 'pg';
import type { Admission, Caller } from '../admission/admission';
import { compileCount } from '../domain/compile-count';
import { tooDear } from '../domain/count-bound';
import { compilePage } from '../domain/compile-page';
import { compilePool } from '../domain/compile-pool';
import { withSimilarity, type PoolPage, type PoolRequest } from '../domain/pool';
import type { PageRequest, SearchPage, SearchQuery } from '../domain/query';
import type { Plan, PlannedStatement } from '../domain/sql';
import { Statistics } from '../domain/statistics';
import { loadStatistics, statisticsVersion } from './statistics-store';
import { tuneForSearching } from './session';

/** Connections for cheap and for dear searches. */
export interface SearchPools {
  cheap: Pool;
  dear: Pool;
}

/** When a search is planned and runs, by whom it is for and what it costs. */
export type Admit = Pick<Admission, 'plan' | 'search'>;

/** For callers who wait for ever and stand in no queue. */
const nobody: Caller = { accountId: '', deadline: Infinity, signal: new AbortController().signal };
setMaxListeners(0, nobody.signal);
const atOnce: Admit = {
  plan: async (_caller, _length, work) => work(),
  search: (caller, _cost, work) => work('cheap', caller.signal),
};

export interface SearchStoreOptions {
  /** The clock; for tests. */
  now?: () => Date;
  /** What to go by until the first refresh. */
  statistics?: Statistics;
  /** Hears of every statement that was answered, with its duration in seconds. */
  onAnswered?: (plan: Plan, seconds: number) => void;
  /** Decides when a search runs; at once unless given. */
  admit?: Admit;
  /** Hears of every statement that PostgreSQL was told to end. */
  onCancelled?: () => void;
}

/** Statement texts that are kept prepared on each connection. Shapes beyond them are sent unprepared. */
const mostPrepared = 300;

const dayOf = (time: Date) => time.toISOString().slice(0, 10);

/** As {@link compilePool} says. */
interface PoolCounts {
  pool_size: number;
  matched: number;
  next_ordinal: number;
  complete: boolean | null;
}
type PoolItem = PoolCounts & { document: string; id: string; similarity: number };
type PoolRow = PoolItem | (PoolCounts & { document: null; id: null; similarity: null });

/** Search in the catalog: one round trip a request. */
export class SearchStore {
  readonly #pools: SearchPools;
  readonly #admit: Admit;
  readonly #onCancelled: SearchStoreOptions['onCancelled'];
  readonly #now: () => Date;
  readonly #onAnswered: SearchStoreOptions['onAnswered'];
  readonly #prepared = new Map<string, string>();
  #statistics: Statistics;
  #version: string | undefined;

  /** @param pools of a role that may read `catalog`, or one for all; they are tuned for searching */
  constructor(pools: SearchPools | Pool, options: SearchStoreOptions = {}) {
    this.#pools = 'cheap' in pools ? pools : { cheap: pools, dear: pools };
    for (const pool of new Set(Object.values(this.#pools) as Pool[])) tuneForSearching(pool);
    this.#admit = options.admit ?? atOnce;
    this.#onCancelled = options.onCancelled;
    this.#now = options.now ?? (() => new Date());
    this.#onAnswered = options.onAnswered;
    this.#statistics = options.statistics ?? Statistics.none;
  }

  /** Loads the statistics if there are new ones. To be called at the start and from time to time. */
  async refreshStatistics(): Promise<void> {
    const version = await statisticsVersion(this.#pools.cheap);
    if (version === this.#version) return;
    this.#statistics = await loadStatistics(this.#pools.cheap);
    this.#version = version;
  }

  /** The items of a page, and the place of the last one when there are more after it. */
  async search(query: SearchQuery, request: PageRequest, caller = nobody): Promise<SearchPage> {
    const statement = await this.#plan(query, caller, () => compilePage(query, request, this.#context()));
    if (!statement) return { documents: [], next: null };
    const rows = await this.#run<{ document: string; id: string; activity_date: string }>(statement, caller);
    const items = rows.slice(0, request.limit);
    const last = items.at(-1);
    return {
      documents: items.map((row) => row.document),
      next: last && rows.length > items.length ? { activityDate: last.activity_date, id: last.id } : null,
    };
  }

  /** The items of a page of semantic search, and how many of the pool there are. The days of filters count from the cut-off, which is the same for all pages. */
  async searchPool(query: SearchQuery, request: PoolRequest, caller = nobody): Promise<PoolPage> {
    const today = dayOf(new Date(request.publishedUntilMs));
    const statement = await this.#plan(query, caller, () => compilePool(query, request, today));
    const rows = await this.#run<PoolRow>(statement, caller);
    const counts = rows[0];
    if (!counts) throw new Error('a pool has at least the row of its counts');
    const found = rows.filter((row): row is PoolItem => row.id !== null);
    const items = found.slice(0, request.limit);
    const last = items.at(-1);
    return {
      documents: items.map(({ document, similarity }) => withSimilarity(document, similarity)),
      next:
        last && found.length > items.length ? { similarityMillionths: last.similarity, id: last.id } : null,
      poolSize: counts.pool_size,
      matched: counts.matched,
      nextOrdinal: counts.next_ordinal,
      isComplete: counts.complete === true,
    };
  }

  /**
   * The exact number of matches.
   *
   * @param maximumCost in the unit of `domain/cost.ts`.
   * @throws ServiceError `invalid_parameter` when it is expected to cost more.
   */
  async count(query: SearchQuery, caller = nobody, maximumCost = Infinity): Promise<number> {
    const statement = await this.#plan(query, caller, () => {
      const planned = compileCount(query, this.#context());
      if (!planned || planned.cost <= maximumCost) return planned;
      throw tooDear(query, planned.cost, (each) => compileCount(each, this.#context())?.cost ?? 0);
    });
    if (!statement) return 0;
    const [row] = await this.#run<{ total: string }>(statement, caller);
    return Number(row?.total);
  }

  #plan<Result>(query: SearchQuery, caller: Caller, compile: () => Result): Promise<Result> {
    return this.#admit.plan(caller, JSON.stringify(query).length, compile);
  }

  #context() {
    return { today: dayOf(this.#now()), statistics: this.#statistics };
  }

  #run<Row extends object>({ plan, cost, text, values }: PlannedStatement, caller: Caller): Promise<Row[]> {
    return this.#admit.search(caller, cost, async (lane, signal) => {
      const started = performance.now();
      const statement = { name: this.#nameOf(text), text, values };
      const { rows } = await queryUntil<Row>(this.#pools[lane], statement, signal, this.#onCancelled);
      this.#onAnswered?.(plan, (performance.now() - started) / 1000);
      return rows;
    });
  }

  /** A name makes the server keep the statement's plan, which depends on the text alone (see session.ts). */
  #nameOf(text: string): string | undefined {
    const known = this.#prepared.get(text);
    if (known) return known;
    if (this.#prepared.size >= mostPrepared) return undefined;
    const name = `search_${createHash('sha1').update(text).digest('hex').slice(0, 20)}`;
    this.#prepared.set(text, name);
    return name;
  }
}
