import { identifierPaths, type IdentifierKind } from '@heliograph/catalog';
import type { Pool } from 'pg';
import {
  filterOptionsOf,
  isTooLong,
  withinBounds,
  type FilterOption,
  type FilterOptions,
  type Identifier,
  type ListBounds,
} from '../domain/filter-options';
import { CATALOG_STATE } from './catalog-state';

interface Loaded {
  /** {@link CATALOG_STATE}, read before the identifiers. */
  state: string;
  options: Promise<FilterOptions>;
}

/**
 * One more of each list than is returned, to show whether there are more. Reads along the primary key, so it costs no
 * more than that.
 */
const READ = `
  SELECT list.kind, found.id, found.label
    FROM unnest($1::text[]) AS list(kind)
   CROSS JOIN LATERAL (
         SELECT id, label FROM catalog.identifier WHERE identifier.kind = list.kind ORDER BY id LIMIT $2
         ) AS found`;

/** Signals sampled to estimate a list's most used values; only for a list that is too long to return. */
const SAMPLED_SIGNALS = 5_000;

/** Values of a list by frequency in a sample of signals, most used first. */
const READ_MOST_USED = `
  SELECT identifier.id, identifier.label
    FROM (SELECT value #>> '{}' AS id, count(*) AS uses
            FROM catalog.signal_document TABLESAMPLE SYSTEM ($2)
           CROSS JOIN LATERAL jsonb_path_query(document::jsonb, $3::jsonpath) AS value
           GROUP BY 1) AS used
    JOIN catalog.identifier ON kind = $1 AND identifier.id = used.id
   ORDER BY uses DESC, identifier.id
   LIMIT $4`;

export interface FilterOptionsObserver {
  onLoad: () => void;
  /** Called for each list that was read. */
  onLength: (kind: IdentifierKind, isTruncated: boolean) => void;
}

/**
 * Some of the lists of filter values. They are read again only after the catalog changed, by one of the callers that
 * notice; any other call reads one row.
 */
export class FilterOptionsStore {
  private loaded: Loaded | undefined;

  constructor(
    private readonly pool: Pool,
    private readonly bounds: ListBounds,
    private readonly observer: FilterOptionsObserver,
  ) {}

  /** The options, including everything committed before the call. */
  async current(): Promise<FilterOptions> {
    // Read before the identifiers: if the catalog changes in between, the next call reads both again.
    const state = await this.catalogState();
    if (this.loaded?.state !== state) {
      const loaded = { state, options: this.read() };
      this.loaded = loaded;
      // The next call tries again instead of sharing this failure.
      loaded.options.catch(() => {
        if (this.loaded === loaded) this.loaded = undefined;
      });
    }
    return this.loaded.options;
  }

  private async read(): Promise<FilterOptions> {
    const { kinds, options } = this.bounds;
    const { rows } = await this.pool.query<Identifier>(READ, [kinds, options + 1]);
    const answered: Identifier[] = [];
    for (const kind of kinds) {
      let list: FilterOption[] = rows.filter((row) => row.kind === kind);
      const isTruncated = isTooLong(list, this.bounds);
      if (isTruncated) list = withinBounds(await this.mostUsedFirst(kind, list), this.bounds);
      this.observer.onLength(kind, isTruncated);
      for (const { id, label } of list) answered.push({ kind, id, label });
    }
    this.observer.onLoad();
    return filterOptionsOf(answered);
  }

  private async mostUsedFirst(kind: IdentifierKind, list: readonly FilterOption[]): Promise<FilterOption[]> {
    const { rows: sizes } = await this.pool.query<{ ordinals: number }>(
      'SELECT next_ordinal AS ordinals FROM catalog.state',
    );
    // Withdrawn signals have ordinals too, so the sample may be smaller.
    const percent = Math.min(100, (100 * SAMPLED_SIGNALS) / Math.max(1, sizes[0]!.ordinals));
    const { rows } = await this.pool.query<FilterOption>(READ_MOST_USED, [
      kind,
      percent,
      identifierPaths[kind],
      this.bounds.options,
    ]);
    return [...new Map([...rows, ...list].map((option) => [option.id, option])).values()];
  }

  private async catalogState(): Promise<string> {
    const { rows } = await this.pool.query<{ state: string | null }>({
      name: 'catalog_state',
      text: `SELECT ${CATALOG_STATE} AS state`,
    });
    const { state } = rows[0]!;
    if (state === null) throw new Error('catalog.state has lost its row');
    return state;
  }
}
