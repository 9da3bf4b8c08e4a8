import { WakeUp } from '@heliograph/runtime';
import { escapeLiteral, type Client } from 'pg';
import { copyChanges, copyOlderWithdrawals, type ChangeReader } from '../changes/copy-changes';
import {
  CatalogWentBackError,
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

/** Writers notify here on commit that the catalog's version has moved. The payload is the version. */
export const CATALOG_CHANNEL = 'heliograph_catalog';

/** A half of the signals of one snapshot, for another connection. */
export interface SnapshotHalf {
  /** As PostgreSQL exported it. */
  snapshot: string;
  /** Block of the table of documents where the half begins. */
  firstPage: number;
  /** Of the whole: see {@link FeedState}. */
  nextOrdinal: number;
}

const firstOf = ({ firstPage }: SnapshotHalf) => `'(${Math.trunc(firstPage)},0)'::tid`;

interface CatalogFeedOptions {
  /** Of a role that may read `catalog`; a standby will do. */
  connectionString: string;
  applicationName?: string;
  /**
   * Between two checks of the version when no notification arrives (a pooler may swallow them, and the previous version
   * sends none); default 250.
   */
  pollIntervalMs?: number;
}

/**
 * Of a statement that hands over rows, which a slow reader holds up, too; a snapshot that is held longer keeps the
 * server from tidying up.
 */
const STATEMENT_TIMEOUT_MS = 600_000;
/** Of every other statement: by this process's clock, so that a dead network is noticed. */
const QUERY_TIMEOUT_MS = 10_000;
/** Server memory per signal of a join: the narrow rows fit, and the planner sees that documents would not. */
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
 * transaction increments the version under a lock, so versions become visible in order and nothing commits late behind
 * a visible one.
 *
 * Calls are sequential. After one rejects, close the feed and open another, which continues from the last {@link
 * FeedState}. Rows of a rejected call may have been delivered in part; `changesAfter` delivers all of them again.
 */
export class CatalogFeed {
  private readonly wakeUp = new WakeUp();

  private constructor(
    private readonly client: Client,
    private readonly pollIntervalMs: number,
    /** Whether it reads a standby, which may lag. */
    readonly isStandby: boolean,
  ) {
    client.on('notification', () => this.wakeUp.call());
    client.on('end', () => this.wakeUp.call());
  }

  /** @throws the driver's error when the database is unavailable. */
  static async open(options: CatalogFeedOptions): Promise<CatalogFeed> {
    const client = await connectFeed({
      connectionString: options.connectionString,
      applicationName: options.applicationName ?? 'heliograph-feed',
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    });
    try {
      const { rows } = await client.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby');
      const { standby } = rows[0]!;
      const feed = new CatalogFeed(client, options.pollIntervalMs ?? 250, standby);
      // A standby gets no notifications.
      if (!standby) await feed.query(`LISTEN ${CATALOG_CHANNEL}`);
      return feed;
    } catch (error) {
      await disconnect(client);
      throw error;
    }
  }

  /**
   * Delivers every signal, including scheduled ones, in no order.
   *
   * @param changes receives the log's newest changes.
   * @param loadHalf for a half that another feed may deliver meanwhile, with {@link loadHalf}: resolves when it has.
   *   Undefined: it does not.
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
      // The other one's snapshot exists while this transaction does.
      await Promise.all([this.copyRows(rows, onRows), other]);
      return state;
    });
  }

  /** Delivers the half of the signals from another feed's {@link load}. */
  async loadHalf(half: SnapshotHalf, onRows: BatchHandler<FeedRow>): Promise<void> {
    await this.inSnapshot(async (state) => {
      await this.copyRows(`${ROWS} WHERE document.ctid >= ${firstOf(half)}`, onRows);
      return state;
    }, half.snapshot);
  }

  /**
   * Delivers what changed after a version: signals in their current state, and withdrawn ids. No id is in both. Until
   * the call resolves it is only part of the changes.
   *
   * @param changes receives each of them, also for signals that changed again since.
   * @throws CatalogWentBackError
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
   * As {@link changesAfter}, for a caller that kept the signals of a version while it was down: with all of the newest changes,
   * and what to compare the result with.
   *
   * @param most signals that may have changed.
   * @throws CatalogWentBackError; TooManyChangesError
   */
  async resumeAfter(
    position: CatalogPosition,
    most: number,
    onRows: BatchHandler<FeedRow>,
    onWithdrawn: BatchHandler<string>,
    changes: ChangeReader,
  ): Promise<FeedState & { totals: CatalogTotals }> {
    let totals: CatalogTotals | undefined;
    const state = await this.inSnapshot(async (state) => {
      await this.requirePosition(position);
      await this.requireFewer(position, most);
      await copyChanges(this.client, 0, changes);
      await this.copyChanged(position, onRows, onWithdrawn);
      totals = await this.totals();
      return state;
    });
    return { ...state, totals: totals! };
  }

  /** @throws CatalogWentBackError when the catalog never had the version. */
  async requirePosition({ version, token }: CatalogPosition): Promise<number> {
    if (!Number.isSafeInteger(version)) throw new RangeError(`not a version: ${version}`);
    const [row] = await this.query<{ version: string; token: string | null }>(
      `SELECT state.version, history.token FROM catalog.state LEFT JOIN catalog.history ON history.version = ${version}`,
    );
    const latest = Number(row!.version);
    if (latest < version || (token !== undefined && token !== row!.token)) {
      throw new CatalogWentBackError(version, latest);
    }
    return latest;
  }

  /** Where the catalog is. */
  state(): Promise<FeedState> {
    return this.inSnapshot((state) => Promise.resolve(state));
  }

  /**
   * Delivers the first signals after an id, in ascending order of ids, each page at its own moment: to walk all of
   * them, follow the changes since the start.
   */
  async page(afterId: string, limit: number, onRows: BatchHandler<FeedRow>): Promise<FeedState> {
    const after = `${ROWS} WHERE document.id > ${numberOf(afterId)} ORDER BY document.id LIMIT ${Math.trunc(limit)}`;
    return this.inSnapshot(async (state) => {
      await this.copyRows(after, onRows);
      return state;
    });
  }

  /** Delivers those of the signals that exist, in no order. */
  async signals(ids: readonly string[], onRows: BatchHandler<FeedRow>): Promise<void> {
    if (ids.length === 0) return;
    await this.inSnapshot(async (state) => {
      await this.copyRows(`${ROWS} WHERE document.id IN (${ids.map(numberOf).join()})`, onRows);
      return state;
    });
  }

  /** The first ids after one, in ascending order, with the versions of their signals. */
  async versions(afterId: string, limit: number): Promise<{ id: string; version: number }[]> {
    const rows = await this.query<{ id: string; version: string }>(
      `SELECT id::text, version FROM catalog.signal_document WHERE id > ${numberOf(afterId)}
       ORDER BY signal_document.id LIMIT ${Math.trunc(limit)}`,
    );
    return rows.map(({ id, version }) => ({ id, version: Number(version) }));
  }

  /**
   * Waits until the catalog's version is higher than that of `after`.
   * @returns the version; that of `after` when the time is over
   * @throws CatalogWentBackError; the signal's reason; the driver's error when the connection is lost
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
      // Also when the connection ends, or a notification arrived with the response above.
      await this.wakeUp.wait(Math.min(left, this.pollIntervalMs), signal);
    }
  }

  /** Ends the connection, and with it what is running. Never rejects. */
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

  private async requireFewer({ version }: CatalogPosition, most: number): Promise<void> {
    const [row] = await this.query<{ are: boolean }>(
      `SELECT EXISTS (SELECT FROM catalog.signal_document WHERE version > ${version} OFFSET ${Math.trunc(most)}) AS are`,
    );
    if (row!.are) throw new TooManyChangesError(`more than ${most} signals changed since version ${version}`);
  }

  private async totals(): Promise<CatalogTotals> {
    const [row] = await this.query<{ signals: string; ordinals: string }>(
      'SELECT count(*) AS signals, coalesce(sum(ordinal), 0) AS ordinals FROM catalog.signal',
    );
    return { signals: Number(row!.signals), ordinals: Number(row!.ordinals) };
  }

  private async exportHalf({ nextOrdinal }: FeedState): Promise<SnapshotHalf> {
    // From here on no row moves: rewriting a table must wait.
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

  private async query<Row extends object>(text: string): Promise<Row[]> {
    const { rows } = await this.client.query<Row>({ text, query_timeout: QUERY_TIMEOUT_MS } as {
      text: string;
    });
    return rows;
  }
}
