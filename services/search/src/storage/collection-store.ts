import type { Pool } from 'pg';
import type { VectorCollection } from '../domain/vector-collection';

/** The vector index's collections, by name, from `catalog.vector_collection`; cached between refreshes. */
export class CollectionStore {
  private readonly pool: Pool;
  private known: ReadonlyMap<string, VectorCollection> = new Map();
  private refreshing: Promise<void> | undefined;

  /** @param pool of a role that may read `catalog` */
  constructor(pool: Pool) {
    this.pool = pool;
  }

  /** Reads them again. Concurrent calls share the result. */
  refresh(): Promise<void> {
    this.refreshing ??= this.load().finally(() => (this.refreshing = undefined));
    return this.refreshing;
  }

  /**
   * A collection as last read, or as read now if it was not complete then; undefined before the indexer has started it.
   */
  async find(name: string): Promise<VectorCollection | undefined> {
    const known = this.known.get(name);
    if (known?.isComplete) return known;
    await this.refresh();
    return this.known.get(name);
  }

  private async load(): Promise<void> {
    const { rows } = await this.pool.query<{
      name: string;
      signals: string;
      embedded: string;
      complete: boolean;
    }>({
      name: 'vector_collections',
      text: 'SELECT name, signals::text, embedded::text, completed_at IS NOT NULL AS complete FROM catalog.vector_collection',
    });
    this.known = new Map(
      rows.map(({ name, signals, embedded, complete }) => [
        name,
        { isComplete: complete, signals: Number(signals), embedded: Number(embedded) },
      ]),
    );
  }
}
