import { search } from '@heliograph/proto';
import { dayOfTime, Percolator } from '@heliograph/read-model';
import type { ClientBase } from 'pg';
import type { QueryChange } from '../domain/saved-search';
import type { CatalogReader } from '../storage/catalog-reader';
import type { CurrentDatabase } from '../storage/current-database';
import { queryChangeFromRow, type QueryChangeRow } from '../storage/mapping';
import { snapshotOf } from './snapshot-of';

const PAGE = 5_000;
/** Signals sampled from the catalog to learn which words are rare. */
const SAMPLE = 5_000;

interface Row extends QueryChangeRow {
  saved_search_id: string;
  version: string;
  filters: Buffer | null;
}

/**
 * All saved searches with webhooks, in memory, kept current by version. Every change takes the next version under a
 * lock, so a read up to a version is complete.
 */
export class HeldSearches {
  percolator = new Percolator();
  readonly queryChanges = new Map<string, QueryChange>();
  private version: string | undefined;
  private origin: string | undefined;
  private refreshing: Promise<void> | undefined;

  constructor(
    private readonly database: CurrentDatabase,
    private readonly catalog: CatalogReader,
  ) {}

  /** Loads changes up to now. */
  async refresh(): Promise<void> {
    // A refresh that started earlier may lack some changes.
    await this.refreshing?.catch(() => undefined);
    this.refreshing ??= this.database
      .run((client) => this.follow(client))
      .finally(() => (this.refreshing = undefined));
    return this.refreshing;
  }

  /** On one connection: a former primary's version and another server's rows would not belong together. */
  private async follow(client: ClientBase): Promise<void> {
    const { rows } = await client.query<{ version: string; origin: string }>(
      `SELECT version, (SELECT pg_postmaster_start_time() || ' ' || oid FROM pg_database
         WHERE datname = current_database()) AS origin FROM notifier.saved_search_state`,
    );
    const { version: latest, origin } = rows[0]!;
    const isKnown = origin === this.origin;
    if (isKnown && latest === this.version) return;
    // A database that was rewound, by a restore or a failover to a standby without the last changes, assigns their
    // versions again, perhaps all of them before it is read. It is another database, or on a server started anew.
    if (!isKnown || this.version === undefined || BigInt(latest) < BigInt(this.version)) {
      const percolator = await this.trained(client);
      await this.take(client, percolator, '-1');
      this.percolator = percolator;
    } else await this.take(client, this.percolator, this.version);
    // If it fails before this line, the same changes are loaded again, which changes nothing.
    this.version = latest;
    this.origin = origin;
  }

  /** An empty percolator that knows which words are rare. */
  private async trained(client: ClientBase): Promise<Percolator> {
    const percolator = new Percolator();
    const sample = await this.catalog.latest(client, SAMPLE);
    if (sample.length > 0) for (const { segment } of snapshotOf(sample).views) percolator.learn(segment);
    return percolator;
  }

  /** Rows may be newer than the version read; they are then loaded again. */
  private async take(client: ClientBase, percolator: Percolator, after: string): Promise<void> {
    const today = dayOfTime(Date.now());
    for (let [version, id] = [after, 'ffffffff-ffff-ffff-ffff-ffffffffffff']; ;) {
      const { rows } = await client.query<Row>(
        `SELECT saved_search_id, version, query_after, previous_filters,
           CASE WHEN webhook_url IS NOT NULL AND NOT is_test THEN filters END AS filters
         FROM notifier.saved_search WHERE (version, saved_search_id) > ($1::bigint, $2::uuid)
         ORDER BY version, saved_search_id LIMIT ${PAGE}`,
        [version, id],
      );
      for (const row of rows) {
        if (row.filters) percolator.add(row.saved_search_id, search.Filters.decode(row.filters), today);
        else percolator.remove(row.saved_search_id);
        const change = row.filters ? queryChangeFromRow(row) : undefined;
        if (change) this.queryChanges.set(row.saved_search_id, change);
        else this.queryChanges.delete(row.saved_search_id);
      }
      if (rows.length < PAGE) break;
      ({ version, saved_search_id: id } = rows.at(-1)!);
    }
    const { rows: deleted } = await client.query<{ saved_search_id: string }>(
      'SELECT saved_search_id FROM notifier.deleted_saved_search WHERE version > $1',
      [after],
    );
    for (const { saved_search_id: id } of deleted) {
      percolator.remove(id);
      this.queryChanges.delete(id);
    }
  }
}
