/** A version of the catalog. */
export interface CatalogPosition {
  version: number;
  /**
   * Belongs to this version alone: a restored database gives out numbers again, but never tokens. Without a token, only
   * numbers are compared.
   */
  token?: string | undefined;
}

/** The catalog at one moment, with everything up to its version handed over. */
export interface FeedState extends CatalogPosition {
  /** Of the migrations that made the tables. */
  schema: string;
  /** The next signal that is new gets this ordinal or a larger one. */
  nextOrdinal: number;
  /** The database's clock, which decides what is published. */
  databaseNowMs: number;
}

/** Totals of all signals at one moment, to check a copy against. */
export interface CatalogTotals {
  signals: number;
  /** The sum of their ordinals. */
  ordinals: number;
}

/** The catalog lost a version that was seen: it was restored, or lost commits in a failover. Load everything again. */
export class CatalogWentBackError extends Error {
  constructor(seen: number, version: number) {
    super(
      version < seen
        ? `the catalog went back from version ${seen} to ${version}`
        : `the catalog has another version ${seen} than the one that was seen`,
    );
    this.name = 'CatalogWentBackError';
  }
}

/** So much changed since a version that loading everything is as fast. */
export class TooManyChangesError extends Error {
  override name = 'TooManyChangesError';
}
