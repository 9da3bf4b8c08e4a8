import type { Pool } from 'pg';
import { filterOptionsOf, type FilterOptions, type Identifier } from '../domain/filter-options';

interface Loaded {
  /** `catalog.state.version` as it was before the identifiers were read. */
  catalogVersion: string;
  options: Promise<FilterOptions>;
}

/**
 * The catalogue of filter values. It is read anew only after the catalog changed, by one of the callers who notice; otherwise a call costs
 * one row.
 */
export class FilterOptionsStore {
  private loaded: Loaded | undefined;

  /** @param onLoad called when the identifiers were read. */
  constructor(
    private readonly pool: Pool,
    private readonly onLoad: () => void,
  ) {}

  /** The options, with everything that was committed before the call. */
  async current(): Promise<FilterOptions> {
    // Read before the identifiers: when the catalog changes in between, the next call reads them again.
    const catalogVersion = await this.catalogVersion();
    if (this.loaded?.catalogVersion !== catalogVersion) {
      const loaded = { catalogVersion, options: this.read() };
      this.loaded = loaded;
      // The next call tries again instead of being told of this failure.
      loaded.options.catch(() => {
        if (this.loaded === loaded) this.loaded = undefined;
      });
    }
    return this.loaded.options;
  }

  private async read(): Promise<FilterOptions> {
    const { rows } = await this.pool.query<Identifier>('SELECT kind, id, label FROM catalog.identifier');
    this.onLoad();
    return filterOptionsOf(rows);
  }

  private async catalogVersion(): Promise<string> {
    const { rows } = await this.pool.query<{ version: string }>({
      name: 'catalog_version',
      text: 'SELECT version::text AS version FROM catalog.state',
    });
    const [state] = rows;
    if (state === undefined) throw new Error('catalog.state has lost its row');
    return state.version;
  }
}
