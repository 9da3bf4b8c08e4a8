import type { Pool } from 'pg';
import type { ComparedSignal } from '../domain/differences';
import type { CatalogSignal } from '../domain/signal';
import { changeFromRow, comparedSignalFromRow, type ChangeRow, type ComparedSignalRow } from './mapping';
import { plainArray } from '@heliograph/postgres';

/** Above all ids. */
const BEYOND = '9'.repeat(20);
/** What is counted often is not counted beyond this. */
const MAXIMUM_COUNTED = 100_000;

/** Reads the catalog, alone and joined with what is stored of it, page by page in ascending order of ids. */
export class CatalogReader {
  constructor(private readonly pool: Pool) {}

  /** The signals' current state; those not in the catalog are left out. */
  async readSignals(ids: readonly string[]): Promise<CatalogSignal[]> {
    const { rows } = await this.pool.query<ChangeRow>({
      name: 'read_catalog',
      text: 'SELECT * FROM indexer.read_catalog($1)',
      values: [plainArray(ids)],
    });
    return rows.map(changeFromRow).filter((change) => !change.withdrawn);
  }

  async countSignals(): Promise<number> {
    const { rows } = await this.pool.query<{ count: string }>('SELECT count(*) FROM catalog.signal_document');
    return Number(rows[0]!.count);
  }

  /** Grows with every change. */
  async version(): Promise<string> {
    const { rows } = await this.pool.query<{ version: string }>('SELECT version FROM catalog.state');
    return rows[0]!.version;
  }

  /**
   * Signals of the catalog or of what is stored, whichever has them, after one id and up to another.
   *
   * @param until undefined for no limit.
   */
  async comparePage(
    collection: number,
    after: string,
    until: string | undefined,
    limit: number,
  ): Promise<ComparedSignal[]> {
    const { rows } = await this.pool.query<ComparedSignalRow>({
      name: 'compare_page',
      text: 'SELECT * FROM indexer.compare_page($1, $2, $3, $4)',
      values: [collection, after, until ?? BEYOND, limit],
    });
    return rows.map(comparedSignalFromRow);
  }

  /**
   * Reads up to this many of the catalog's signals after an id.
   *
   * @returns those without a vector of their version, and the last id read; undefined if there are no more.
   */
  async unembeddedPage(
    collection: number,
    after: string,
    limit: number,
  ): Promise<{ ids: string[]; last: string } | undefined> {
    const { rows } = await this.pool.query<{ last: string | null; ids: string[] }>({
      name: 'unembedded_page',
      text: 'SELECT last_id::text AS last, ids::text[] FROM indexer.unembedded_page($1, $2, $3)',
      values: [collection, after, limit],
    });
    const { last, ids } = rows[0]!;
    return last === null ? undefined : { last, ids };
  }

  /** Changes of the catalog not published yet: the exact number up to {@link MAXIMUM_COUNTED}. */
  async countUnpublished(): Promise<number> {
    const { rows } = await this.pool.query<{ count: string }>(
      `SELECT CASE WHEN state.version < position.version THEN 0 ELSE least(${MAXIMUM_COUNTED},
         ${countAfterPosition('signal_document')} + ${countAfterPosition('withdrawal')}) END AS count
       FROM indexer.feed_position AS position, catalog.state`,
    );
    return Number(rows[0]!.count);
  }
}

const countAfterPosition = (table: string) => `(SELECT count(*) FROM (
  SELECT FROM catalog.${table} AS changed
  WHERE (changed.version, changed.id) > (position.version, position.id) LIMIT ${MAXIMUM_COUNTED}) AS counted)`;
