/** A version of the catalog. */
export interface CatalogPlace {
  version: number;
  /** Of this version and no other: a database that was restored gives numbers out again, and never tokens. Without one, only numbers are compared. */
  token?: string | undefined;
}

/** The catalog at one moment. Everything up to its version was handed over. */
export interface FeedState extends CatalogPlace {
  /** Of the migrations that made the tables. */
  schema: string;
  /** The next signal that is new gets this ordinal or a larger one. */
  nextOrdinal: number;
  /** The database's clock, which decides what is published. */
  databaseNowMs: number;
}

/** All signals at one moment, for whoever wants to know whether it has them. */
export interface CatalogTotals {
  signals: number;
  /** The sum of their ordinals. */
  ordinals: number;
}

/** The catalog no longer has a version that was seen: the database was restored, or lost commits in a failover. Load everything again. */
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

/** So much changed since a version that to load everything is as soon done. */
export class TooManyChangesError extends Error {
  override name = 'TooManyChangesError';
}
