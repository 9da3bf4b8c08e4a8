import type { VectorPoint } from '@heliograph/vector-index';
import { DatabaseError, type Pool } from 'pg';
import type { Company } from '../domain/embedding-text';
import type { KnownSignal, TextOfSignal } from '../domain/plan';
import type { Withdrawal } from '../domain/signal';
import { knownSignalFromRow, pointFromRow, type KnownSignalRow, type PointRow } from './mapping';
import { plainArray } from '@heliograph/postgres';

/** What a collection and the catalog know about signals. */
interface KnownSignals {
  known: ReadonlyMap<string, KnownSignal>;
  /** The version in which the catalog withdrew an id. */
  withdrawn: ReadonlyMap<string, bigint>;
}

/** Raised by indexer.mark_indexed. */
const OTHER_EPOCH = 'HI001';

interface Versioned {
  id: string;
  version: bigint;
}

/**
 * Vectors of signals, and which of them are in the vector index. Every statement is guarded by versions, so that a late
 * or repeated writer changes nothing. See migrations/.
 */
export class VectorStore {
  constructor(private readonly pool: Pool) {}

  async readSignals(collection: number, ids: readonly string[]): Promise<KnownSignals> {
    const { rows } = await this.pool.query<KnownSignalRow>({
      name: 'read_signals',
      text: 'SELECT * FROM indexer.read_signals($1, $2)',
      values: [collection, plainArray(ids)],
    });
    const known = new Map<string, KnownSignal>();
    const withdrawn = new Map<string, bigint>();
    for (const row of rows) {
      const signal = knownSignalFromRow(row);
      if (signal) known.set(row.id, signal);
      if (row.withdrawn_version !== null) withdrawn.set(row.id, BigInt(row.withdrawn_version));
    }
    return { known, withdrawn };
  }

  /** The companies of these signals, as far as the catalog has them. */
  async readCompanies(ids: readonly string[]): Promise<ReadonlyMap<string, Company>> {
    const { rows } = await this.pool.query<Company & { id: string }>({
      name: 'read_companies',
      text: 'SELECT * FROM indexer.read_companies($1)',
      values: [plainArray(ids)],
    });
    return new Map(rows.map(({ id, description, industries }) => [id, { description, industries }]));
  }

  /**
   * Stores signals with the vectors of their texts.
   *
   * @param vectors 16-bit floats, one per signal, all of one length.
   * @returns the ids that were stored; the others exist in a newer version.
   */
  storeVectors(
    collection: number,
    signals: readonly TextOfSignal[],
    vectors: readonly Buffer[],
  ): Promise<Set<string>> {
    return this.ids('store_vectors', '$1, $2, $3, $4, $5, $6, $7', [
      collection,
      ...columnsOf(signals),
      Buffer.concat(vectors),
    ]);
  }

  /**
   * Gives signals their new version with the existing vector.
   *
   * @returns the ids that were updated; the others changed meanwhile.
   */
  reuseVectors(collection: number, signals: readonly TextOfSignal[]): Promise<Set<string>> {
    return this.ids('reuse_vectors', '$1, $2, $3, $4, $5, $6', [
      collection,
      ...columnsOf([...signals].sort(byId)),
    ]);
  }

  /**
   * Records that texts cannot be embedded.
   *
   * @returns the ids that were recorded; the others exist in a newer version.
   */
  markUnembeddable(collection: number, signals: readonly TextOfSignal[]): Promise<Set<string>> {
    return this.ids('lay_aside', '$1, $2, $3, $4', [
      collection,
      plainArray(signals.map(({ signal }) => signal.id)),
      plainArray(signals.map(({ signal }) => signal.version)),
      plainArray(signals.map(({ hash }) => hash)),
    ]);
  }

  /** Records in every collection that signals were withdrawn. */
  async withdraw(withdrawals: readonly Withdrawal[]): Promise<void> {
    await this.pool.query({
      name: 'withdraw',
      text: 'SELECT indexer.withdraw($1, $2)',
      values: pairsOf(withdrawals),
    });
  }

  /** Corrects stored signals that the catalog does not have, or only in a lower version. */
  async forget(collection: number, ids: readonly string[]): Promise<void> {
    await this.pool.query('SELECT indexer.forget($1, $2)', [collection, plainArray(ids)]);
  }

  /**
   * Records that the vector index has these versions, or lacks withdrawn and dead ones.
   *
   * @returns the ids in that state; the others changed meanwhile. Undefined if the index has lost the collection since
   *   that epoch: nothing is recorded.
   */
  async markIndexed(
    collection: number,
    signals: readonly Versioned[],
    epoch: number,
  ): Promise<Set<string> | undefined> {
    try {
      return await this.ids('mark_indexed', '$1, $2, $3, $4', [collection, ...pairsOf(signals), epoch]);
    } catch (error) {
      if (error instanceof DatabaseError && error.code === OTHER_EPOCH) return undefined;
      throw error;
    }
  }

  /** The points of those signals that are embedded. */
  async readPoints(collection: number, ids: readonly string[]): Promise<VectorPoint[]> {
    const { rows } = await this.pool.query<PointRow>({
      name: 'read_points',
      text: 'SELECT * FROM indexer.read_points($1, $2)',
      values: [collection, plainArray(ids)],
    });
    return rows.map(pointFromRow);
  }

  /** A few signals that the vector index should have: those with the lowest and the highest ids. */
  async sampleIndexed(collection: number): Promise<VectorPoint[]> {
    const part = (order: 'ASC' | 'DESC') => `(SELECT id FROM indexer.signal
      WHERE collection_id = $1 AND state = 'embedded' AND indexed_version = version
        AND indexed_epoch = (SELECT epoch FROM indexer.collection WHERE collection_id = $1)
      ORDER BY id ${order} LIMIT 4)`;
    const { rows } = await this.pool.query<{ id: string }>(`${part('ASC')} UNION ${part('DESC')}`, [
      collection,
    ]);
    return this.readPoints(
      collection,
      rows.map(({ id }) => id),
    );
  }

  private async ids(call: string, parameters: string, values: unknown[]): Promise<Set<string>> {
    const { rows } = await this.pool.query<{ id: string }>({
      name: call,
      text: `SELECT id FROM indexer.${call}(${parameters}) AS id`,
      values,
    });
    return new Set(rows.map(({ id }) => id));
  }
}

function columnsOf(signals: readonly TextOfSignal[]): string[] {
  return [
    plainArray(signals.map(({ signal }) => signal.id)),
    plainArray(signals.map(({ signal }) => signal.version)),
    plainArray(signals.map(({ signal }) => signal.publishedAtMs)),
    plainArray(signals.map(({ signal }) => signal.ordinal)),
    plainArray(signals.map(({ hash }) => hash)),
  ];
}

function pairsOf(signals: readonly Versioned[]): string[] {
  return [plainArray(signals.map(({ id }) => id)), plainArray(signals.map(({ version }) => version))];
}

/** Orders ids as numbers: the order in which rows are locked. */
function byId({ signal: one }: TextOfSignal, { signal: other }: TextOfSignal): number {
  return one.id.length - other.id.length || (one.id < other.id ? -1 : 1);
}
