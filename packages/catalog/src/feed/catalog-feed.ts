import { WakeUp } from '@heliograph/runtime';
import { escapeLiteral, type Client } from 'pg';
import { copyChanges, copyOlderWithdrawals, type ChangeReader } from '../changes/copy-changes';
import {
  CatalogRewoundError,
  TooManyChangesError,
  type CatalogPosition,
  type CatalogTotals,
  type FeedState,
} from './catalog-position';
import { copyOut, numberOf } from './copy-out';
import { connectFeed, disconnect } from './feed-connection';
import type { BatchHandler } from './delivery';
import { IdBatches } from './id-batches';
import { FEED_COLUMN_COUNT, FEED_COLUMNS, RowBatches, type FeedRow } from './row-batches';

/** Writers notify this channel on commit when the catalog's version moves. The payload is the version. */
export const CATALOG_CHANNEL = 'heliograph_catalog';

/** Half of a snapshot's signals, for another connection to load. */
export interface SnapshotHalf {
  /** The id PostgreSQL exported it under. */
  snapshot: string;
  /** Block of the documents table where this half begins. */
  firstPage: number;
  /** For the whole catalog: see {@link FeedState}. */
  nextOrdinal: number;
}

const firstOf = ({ firstPage }: SnapshotHalf) => `'(${Math.trunc(firstPage)},0)'::tid`;

interface CatalogFeedOptions {
  /** For a role that may read `catalog`; may be a standby. */
  connectionString: string;
  applicationName?: string;
  /**
   * Interval between checks of the version when no notification arrives (a pooler may swallow them, and the previous
   * version sends none); default 250.
   */
  pollIntervalMs?: number;
  /** Timeout of a statement that reads few rows; default 10 s. */
  queryTimeoutMs?: number;
}

/**
 * Timeout of a statement that delivers rows, which a slow reader also holds up. A snapshot held longer would keep the
 * server from vacuuming.
 */
const STATEMENT_TIMEOUT_MS = 600_000;
/** Timeout of a statement that reads few rows, by this process's clock, so that a dead network is noticed. */
const QUERY_TIMEOUT_MS = 10_000;
/** The same, of one that walks a table: of 10 million signals, from a slow disk. */
const WALK_TIMEOUT_MS = 120_000;
/** Server memory per joined signal: the narrow rows fit, and the planner sees that documents would not. */
const JOINED_BYTES = 96;
const MINIMUM_JOIN_KB = 4 * 1024;
const MAXIMUM_JOIN_KB = 256 * 1024;

const STATE = `SELECT version, token, next_ordinal, extract(epoch FROM clock_timestamp())::float8 * 1000 AS now_ms,
  (SELECT md5(string_agg(checksum, ',' ORDER BY version)) FROM catalog.schema_migration) AS schema
  FROM catalog.state LEFT JOIN catalog.history USING (version)`;

interface StateRow {
  version: string;
  token: string | null;
  schema: string;
  next_ordinal: number;
  now_ms: number;
}

const ROWS = `SELECT ${FEED_COLUMNS} FROM catalog.signal_document AS document
  JOIN catalog.signal ON signal.id = document.id JOIN catalog.company ON company.id = signal.company_id`;

/**
 * Follows the catalog by versions: first everything, then what changed, each from one snapshot. Every writer's
 * transaction increments the version under a lock, so versions become visible in order and nothing is committed below a
 * visible version.
 *
 * Calls are sequential. After one rejects, close the feed and open another, which continues from the last {@link
 * FeedState}. A rejected call may have delivered some of its rows; `changesAfter` delivers all of them again.
 */
export class CatalogFeed {
  private readonly wakeUp = new WakeUp();

  private constructor(
    private readonly client: Client,
    private readonly pollIntervalMs: number,
    private readonly queryTimeoutMs: number,
    /** Whether it reads a standby, which may lag. */
    readonly isStandby: boolean,
  ) {
    client.on('notification', () => this.wakeUp.call());
    client.on('end', () => this.wakeUp.call());
  }

  /** @throws the driver's error if the database is unavailable. */
  static async open(options: CatalogFeedOptions): Promise<CatalogFeed> {
    const client = await connectFeed({
      connectionString: options.connectionString,
      applicationName: options.applicationName ?? 'heliograph-feed',
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    });
    try {
      const { rows } = await client.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby');
      const { standby } = rows[0]!;
      const { pollIntervalMs = 250, queryTimeoutMs = QUERY_TIMEOUT_MS } = options;
      const feed = new CatalogFeed(client, pollIntervalMs, queryTimeoutMs, standby);
      // A standby gets no notifications.
      if (!standby) await feed.query(`LISTEN ${CATALOG_CHANNEL}`);
      return feed;
    } catch (error) {
      await disconnect(client);
      throw error;
    }
  }

  /**
   * Delivers every signal, including scheduled ones, unordered.
   *
   * @param changes receives the log's newest changes.
   * @param loadHalf may have another feed deliver half of the signals, with {@link loadHalf}: resolves when it has.
   * Returns undefined to decline.
   */
  load(
    onRows: BatchHandler<FeedRow>,
    loadHalf: (half: SnapshotHalf) => Promise<void> | undefined = () => undefined,
    changes?: ChangeReader,
  ): Promise<FeedState> {
    return this.inSnapshot(async (state) => {
      if (changes) await copyChanges(this.client, 0, changes);
      const half = await this.exportHalf(state);
      const other = loadHalf(half);
      const rows = other ? `${ROWS} WHERE document.ctid < ${firstOf(half)}` : ROWS;
      // The other feed's snapshot exists only as long as this transaction.
      await Promise.all([this.copyRows(rows, onRows), other]);
      return state;
    });
  }

  /** Delivers the half of the signals handed over by another feed's {@link load}. */
  async loadHalf(half: SnapshotHalf, onRows: BatchHandler<FeedRow>): Promise<void> {
    await this.inSnapshot(async (state) => {
      await this.copyRows(`${ROWS} WHERE document.ctid >= ${firstOf(half)}`, onRows);
      return state;
    }, half.snapshot);
  }

  /**
   * Delivers what changed after a version: signals in their current state, and withdrawn ids. No id is in both. Until
   * the call resolves, the changes are incomplete.
   *
   * @param changes receives every change, also for signals that have changed again since.
   * @throws CatalogRewoundError
   */
  changesAfter(
    position: CatalogPosition,
    onRows: BatchHandler<FeedRow>,
    onWithdrawn: BatchHandler<string>,
    changes?: ChangeReader,
  ): Promise<FeedState> {
    return this.inSnapshot(async (state) => {
      await this.requirePosition(position);
      if (state.version === position.version) return state;
      if (changes) {
        const oldest = await copyChanges(this.client, position.version, changes);
        if (oldest) await copyOlderWithdrawals(this.client, position.version, oldest, changes);
      }
      await this.copyChanged(position, onRows, onWithdrawn);
      return state;
    });
  }

  /**
   * Like {@link changesAfter}, for a caller that kept a version's signals while it was down. Also delivers the log's
   * newest changes, and returns totals to check the result against.
   *
   * @param most maximum number of changed signals.
   * @throws CatalogRewoundError; TooManyChangesError
   */
  async resumeAfter(
    position: CatalogPosition,
    maximum: number,
    onRows: BatchHandler<FeedRow>,
    onWithdrawn: BatchHandler<string>,
    changes: ChangeReader,
  ): Promise<FeedState & { totals: CatalogTotals }> {
    let totals: CatalogTotals | undefined;
    const state = await this.inSnapshot(async (state) => {
      await this.requirePosition(position);
      await this.requireFewer(position, maximum);
      await copyChanges(this.client, 0, changes);
      await this.copyChanged(position, onRows, onWithdrawn);
      totals = await this.totals();
      return state;
    });
    return { ...state, totals: totals! };
  }

  /** @throws CatalogRewoundError if the catalog never had the version. */
  async requirePosition({ version, token }: CatalogPosition): Promise<number> {
    if (!Number.isSafeInteger(version)) throw new RangeError(`not a version: ${version}`);
    const [row] = await this.query<{ version: string; token: string | null }>(
      `SELECT state.version, history.token FROM catalog.state LEFT JOIN catalog.history ON history.version = ${version}`,
    );
    const latest = Number(row!.version);
    if (latest < version || (token !== undefined && token !== row!.token)) {
      throw new CatalogRewoundError(version, latest);
    }
    return latest;
  }

  /** The catalog's current state. */
  state(): Promise<FeedState> {
    return this.inSnapshot((state) => Promise.resolve(state));
  }

  /**
   * Delivers the first signals after an id, in ascending order of ids, each page from its own snapshot: to walk all of
   * them, also follow the changes since the start.
   */
  async page(afterId: string, limit: number, onRows: BatchHandler<FeedRow>): Promise<FeedState> {
    const after = `${ROWS} WHERE document.id > ${numberOf(afterId)} ORDER BY document.id LIMIT ${Math.trunc(limit)}`;
    return this.inSnapshot(async (state) => {
      await this.copyRows(after, onRows);
      return state;
    });
  }

  /** Delivers the given signals that exist, unordered. */
  async signals(ids: readonly string[], onRows: BatchHandler<FeedRow>): Promise<void> {
    if (ids.length === 0) return;
    await this.inSnapshot(async (state) => {
      await this.copyRows(`${ROWS} WHERE document.id IN (${ids.map(numberOf).join()})`, onRows);
      return state;
    });
  }

  /** The first ids after an id, in ascending order, with their signals' versions. */
  async versions(afterId: string, limit: number): Promise<{ id: string; version: number }[]> {
    const rows = await this.query<{ id: string; version: string }>(
      `SELECT id::text, version FROM catalog.signal_document WHERE id > ${numberOf(afterId)}
       ORDER BY signal_document.id LIMIT ${Math.trunc(limit)}`,
    );
    return rows.map(({ id, version }) => ({ id, version: Number(version) }));
  }

  /**
   * Waits until the catalog's version is higher than that of `after`.
   *
   * @returns the version; after the timeout, that of `after`.
   * @throws CatalogRewoundError; the signal's reason; the driver's error if the connection is lost.
   */
  async nextChange(options: {
    after: CatalogPosition;
    timeoutMs: number;
    signal?: AbortSignal;
  }): Promise<number> {
    const { after, signal } = options;
    const end = performance.now() + options.timeoutMs;
    for (;;) {
      signal?.throwIfAborted();
      this.wakeUp.reset();
      const version = await this.requirePosition(after);
      const left = end - performance.now();
      if (version > after.version || left <= 0) return version;
      // Also wakes when the connection ends, or if a notification arrived with the response above.
      await this.wakeUp.wait(Math.min(left, this.pollIntervalMs), signal);
    }
  }

  /** Closes the connection, aborting any running call. Never rejects. */
  close(): Promise<void> {
    return disconnect(this.client);
  }

  private copyRows(query: string, onRows: BatchHandler<FeedRow>): Promise<void> {
    return copyOut(this.client, query, FEED_COLUMN_COUNT, new RowBatches(onRows));
  }

  private async copyChanged(
    { version }: CatalogPosition,
    onRows: BatchHandler<FeedRow>,
    onWithdrawn: BatchHandler<string>,
  ): Promise<void> {
    const withdrawn = new IdBatches(onWithdrawn);
    await copyOut(
      this.client,
      `SELECT id::text FROM catalog.withdrawal WHERE version > ${version}`,
      1,
      withdrawn,
    );
    await this.copyRows(`${ROWS} WHERE document.version > ${version}`, onRows);
  }

  private async requireFewer({ version }: CatalogPosition, maximum: number): Promise<void> {
    const [row] = await this.query<{ are: boolean }>(
      `SELECT EXISTS (SELECT FROM catalog.signal_document WHERE version > ${version} OFFSET ${Math.trunc(maximum)}) AS are`,
      WALK_TIMEOUT_MS,
    );
    if (row!.are)
      throw new TooManyChangesError(`more than ${maximum} signals changed since version ${version}`);
  }

  private async totals(): Promise<CatalogTotals> {
    const [row] = await this.query<{ signals: string; ordinals: string }>(
      'SELECT count(*) AS signals, coalesce(sum(ordinal), 0) AS ordinals FROM catalog.signal',
      WALK_TIMEOUT_MS,
    );
    return { signals: Number(row!.signals), ordinals: Number(row!.ordinals) };
  }

  private async exportHalf({ nextOrdinal }: FeedState): Promise<SnapshotHalf> {
    // From here on no row moves: commands that rewrite the table must wait.
    await this.query('LOCK TABLE catalog.signal_document IN ACCESS SHARE MODE');
    const [row] = await this.query<{ snapshot: string; page: number }>(
      `SELECT pg_export_snapshot() AS snapshot, (pg_relation_size('catalog.signal_document')
         / current_setting('block_size')::bigint / 2)::integer AS page`,
    );
    return { snapshot: row!.snapshot, firstPage: row!.page, nextOrdinal };
  }

  private async inSnapshot(
    work: (state: FeedState) => Promise<FeedState>,
    exported?: string,
  ): Promise<FeedState> {
    await this.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    if (exported !== undefined) await this.query(`SET TRANSACTION SNAPSHOT ${escapeLiteral(exported)}`);
    const [row] = await this.query<StateRow>(STATE);
    const state: FeedState = {
      version: Number(row!.version),
      token: row!.token ?? undefined,
      schema: row!.schema,
      nextOrdinal: row!.next_ordinal,
      databaseNowMs: row!.now_ms,
    };
    const joinKb = Math.ceil((state.nextOrdinal * JOINED_BYTES) / 1024);
    await this.query(
      `SET LOCAL work_mem = ${Math.min(MAXIMUM_JOIN_KB, Math.max(MINIMUM_JOIN_KB, joinKb))}; SET LOCAL hash_mem_multiplier = 1; SET LOCAL jit = off`,
    );
    const result = await work(state);
    await this.query('COMMIT');
    return result;
  }

  private async query<Row extends object>(text: string, timeoutMs = this.queryTimeoutMs): Promise<Row[]> {
    const bounded = { text, query_timeout: timeoutMs };
    const { rows } = await this.client.query<Row>(bounded);
    return rows;
  }
}
