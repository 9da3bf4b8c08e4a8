import type { Pool } from 'pg';
import type { CatalogFeed, FeedRow, FeedState } from '../../src';

/** A copy of the catalog's signals, built and updated by a feed, like a process that answers from memory. */
export class Follower {
  readonly signals = new Map<string, Omit<FeedRow, 'document'> & { document: string }>();
  /** `id:version` of everything delivered. */
  readonly seen: string[] = [];
  readonly withdrawn: string[] = [];
  state: FeedState | undefined;

  constructor(private readonly feed: CatalogFeed) {}

  async load(): Promise<FeedState> {
    return (this.state = await this.feed.load((rows) => this.take(rows)));
  }

  async catchUp(): Promise<FeedState> {
    return (this.state = await this.feed.changesAfter(
      this.state!,
      (rows) => this.take(rows),
      (ids) => {
        for (const id of ids) {
          this.withdrawn.push(id);
          this.signals.delete(id);
        }
      },
    ));
  }

  take(rows: readonly FeedRow[]): void {
    for (const row of rows) {
      this.seen.push(`${row.id}:${row.version}`);
      this.signals.set(row.id, { ...row, document: row.document.toString() });
    }
  }

  documents(): Record<string, string> {
    return Object.fromEntries([...this.signals.values()].map(({ id, document }) => [id, document]));
  }
}

/** The catalog's contents, read directly. */
export async function storedDocuments(pool: Pool): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ id: string; document: string }>(
    'SELECT id::text, document FROM catalog.signal_document',
  );
  return Object.fromEntries(rows.map(({ id, document }) => [id, document]));
}
