import type { Pool } from 'pg';

/** A collection as searches see it. */
interface CollectionDefinition {
  name: string;
  identity: string;
  modelName: string;
  dimensions: number;
}

/** The catalog's signals, by their state in a collection. */
export interface Counts {
  signals: number;
  embedded: number;
  dead: number;
  epoch: number;
  /** The catalog's version at the time of counting. */
  catalogVersion: string;
}

/** Collections: which exist, their progress, and whether searches may use them. */
export class CollectionStore {
  constructor(
    private readonly pool: Pool,
    /** For statements that may take seconds. */
    private readonly reportPool: Pool,
  ) {}

  /** Creates a collection if it is new. */
  async ensure(definition: CollectionDefinition): Promise<{ id: number; epoch: number }> {
    const { name, identity, modelName, dimensions } = definition;
    const { rows } = await this.pool.query<{ collection_id: number; epoch: number }>(
      'SELECT * FROM indexer.ensure_collection($1)',
      [name],
    );
    await this.pool.query(
      `INSERT INTO catalog.vector_collection (name, model_identity, model_name, dimensions)
       VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
      [name, identity, modelName, dimensions],
    );
    return { id: rows[0]!.collection_id, epoch: rows[0]!.epoch };
  }

  /**
   * Whether the vector index should have anything of a collection. After a loss, until the refill has begun, this reads
   * all signals: some seconds for ten million.
   */
  async hasIndexed(id: number): Promise<boolean> {
    const { rows } = await this.reportPool.query<{ has: boolean }>(
      `SELECT EXISTS (
         SELECT FROM indexer.signal JOIN indexer.collection USING (collection_id)
         WHERE collection_id = $1 AND state = 'embedded' AND indexed_version = version AND indexed_epoch = epoch
       ) AS has`,
      [id],
    );
    return rows[0]!.has;
  }

  /**
   * Records that the vector index has lost a collection: nothing counts as indexed, it is not complete, and a repair is
   * due.
   */
  async declareLost(id: number, name: string): Promise<{ epoch: number }> {
    const { rows } = await this.pool.query<{ epoch: number }>(
      `WITH cleared AS (
         UPDATE catalog.vector_collection SET completed_at = NULL, embedded = 0, updated_at = now() WHERE name = $2
       ), requested AS (UPDATE indexer.repair SET requested = requested + 1)
       UPDATE indexer.collection SET epoch = epoch + 1 WHERE collection_id = $1 RETURNING epoch`,
      [id, name],
    );
    return rows[0]!;
  }

  /** Counts a collection's share of the catalog: about a second for a million signals. */
  async count(id: number): Promise<Counts> {
    const { rows } = await this.reportPool.query<{
      signals: string;
      embedded: string;
      dead: string;
      epoch: number;
      catalog_version: string;
    }>('SELECT * FROM indexer.count_signals($1)', [id]);
    const row = rows[0];
    if (!row) throw new Error('the collection is gone');
    return {
      signals: Number(row.signals),
      embedded: Number(row.embedded),
      dead: Number(row.dead),
      epoch: row.epoch,
      catalogVersion: row.catalog_version,
    };
  }

  /**
   * Publishes a collection's progress to searches. Once complete, it stays so until it is lost, whatever is imported
   * later; but having been complete while the catalog was empty does not count.
   */
  async saveProgress(id: number, counts: Counts): Promise<void> {
    const isComplete = counts.embedded + counts.dead === counts.signals;
    await this.pool.query(
      `UPDATE catalog.vector_collection AS told SET signals = $3, embedded = $4, updated_at = now(),
         completed_at = CASE
           WHEN $5 THEN coalesce(told.completed_at, now())
           WHEN told.signals > 0 THEN told.completed_at
         END
       FROM indexer.collection AS held
       WHERE held.collection_id = $1 AND held.epoch = $2 AND told.name = held.name`,
      [id, counts.epoch, counts.signals, counts.embedded, isComplete],
    );
  }

  /**
   * Whether a collection is published as complete, for a catalog of this many signals: completeness of an empty catalog
   * does not count once there are signals.
   */
  async isComplete(name: string, signals: number): Promise<boolean> {
    const { rows } = await this.pool.query<{ is_complete: boolean }>(
      `SELECT completed_at IS NOT NULL AND (signals > 0 OR $2 = 0) AS is_complete
       FROM catalog.vector_collection WHERE name = $1`,
      [name, signals],
    );
    return rows[0]?.is_complete ?? false;
  }

  /** All collections, oldest first. */
  async list(): Promise<{ id: number; name: string; epoch: number }[]> {
    const { rows } = await this.pool.query<{ id: number; name: string; epoch: number }>(
      'SELECT collection_id AS id, name, epoch FROM indexer.collection ORDER BY collection_id',
    );
    return rows;
  }

  /** Collections unused for this long, while the current one has been complete for as long. */
  async listOld(currentId: number, graceMs: number): Promise<string[]> {
    const { rows } = await this.pool.query<{ name: string }>(
      `SELECT old.name FROM indexer.collection AS old
       WHERE old.collection_id <> $1 AND old.last_wanted_at < now() - $2 * interval '1 millisecond' AND EXISTS (
         SELECT FROM indexer.collection AS held JOIN catalog.vector_collection AS told ON told.name = held.name
         WHERE held.collection_id = $1 AND told.completed_at < now() - $2 * interval '1 millisecond')`,
      [currentId, graceMs],
    );
    return rows.map(({ name }) => name);
  }

  /** From here on, no search uses the collection. */
  async retire(name: string): Promise<void> {
    await this.pool.query('DELETE FROM catalog.vector_collection WHERE name = $1', [name]);
  }

  async drop(name: string): Promise<void> {
    await this.pool.query('SELECT indexer.drop_collection($1)', [name]);
  }
}
