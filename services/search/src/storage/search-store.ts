import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { compileCount } from '../domain/compile-count';
import { compilePage } from '../domain/compile-page';
import { compilePool } from '../domain/compile-pool';
import { withSimilarity, type PoolPage, type PoolRequest } from '../domain/pool';
import type { PageRequest, SearchPage, SearchQuery } from '../domain/query';
import type { Plan, PlannedStatement } from '../domain/sql';
import { Statistics } from '../domain/statistics';
import { loadStatistics, statisticsVersion } from './statistics-store';
import { tuneForSearching } from './session';

export interface SearchStoreOptions {
  /** The clock; for tests. */
  now?: () => Date;
  /** What to go by until the first refresh. */
  statistics?: Statistics;
  /** Hears of every statement that was answered, with its duration in seconds. */
  onAnswered?: (plan: Plan, seconds: number) => void;
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
  readonly #pool: Pool;
  readonly #now: () => Date;
  readonly #onAnswered: SearchStoreOptions['onAnswered'];
  readonly #prepared = new Map<string, string>();
  #statistics: Statistics;
  #version: string | undefined;

  /** @param pool of a role that may read `catalog`; it is tuned for searching */
  constructor(pool: Pool, options: SearchStoreOptions = {}) {
    this.#pool = tuneForSearching(pool);
    this.#now = options.now ?? (() => new Date());
    this.#onAnswered = options.onAnswered;
    this.#statistics = options.statistics ?? Statistics.none;
  }

  /** Loads the statistics if there are new ones. To be called at the start and from time to time. */
  async refreshStatistics(): Promise<void> {
    const version = await statisticsVersion(this.#pool);
    if (version === this.#version) return;
    this.#statistics = await loadStatistics(this.#pool);
    this.#version = version;
  }

  /** The items of a page, and the place of the last one when there are more after it. */
  async search(query: SearchQuery, request: PageRequest): Promise<SearchPage> {
    const statement = compilePage(query, request, this.#context());
    if (!statement) return { documents: [], next: null };
    const rows = await this.#run<{ document: string; id: string; activity_date: string }>(statement);
    const items = rows.slice(0, request.limit);
    const last = items.at(-1);
    return {
      documents: items.map((row) => row.document),
      next: last && rows.length > items.length ? { activityDate: last.activity_date, id: last.id } : null,
    };
  }

  /** The items of a page of semantic search, and how many of the pool there are. The days of filters count from the cut-off, which is the same for all pages. */
  async searchPool(query: SearchQuery, request: PoolRequest): Promise<PoolPage> {
    const today = dayOf(new Date(request.publishedUntilMs));
    const rows = await this.#run<PoolRow>(compilePool(query, request, today));
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

  /** The exact number of matches. */
  async count(query: SearchQuery): Promise<number> {
    const statement = compileCount(query, this.#context());
    if (!statement) return 0;
    const [row] = await this.#run<{ total: string }>(statement);
    return Number(row?.total);
  }

  #context() {
    return { today: dayOf(this.#now()), statistics: this.#statistics };
  }

  async #run<Row extends object>({ plan, text, values }: PlannedStatement): Promise<Row[]> {
    const started = performance.now();
    const { rows } = await this.#pool.query<Row>({ name: this.#nameOf(text), text, values });
    this.#onAnswered?.(plan, (performance.now() - started) / 1000);
    return rows;
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
