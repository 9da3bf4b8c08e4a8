/** A version of the catalog. */
export interface CatalogPosition {
  version: number;
  /**
   * Unique to this version: a restored database reuses version numbers, but never tokens. Without a token, only numbers
   * are compared.
   */
  token?: string | undefined;
}

/** The catalog's state at one moment, once everything up to its version is delivered. */
export interface FeedState extends CatalogPosition {
  /** Version of the migrations that made the tables. */
  schema: string;
  /** The next new signal gets this ordinal or a larger one. */
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

/**
 * The catalog no longer has a version already seen: it was restored, or lost commits in a failover. Load everything
 * again.
 */
export class CatalogRewoundError extends Error {
  constructor(seen: number, version: number) {
    super(
      version < seen
        ? `the catalog was rewound from version ${seen} to ${version}`
        : `version ${seen} of the catalog is not the one seen before`,
    );
    this.name = 'CatalogRewoundError';
  }
}

/** So much changed that loading everything is as fast. */
export class TooManyChangesError extends Error {
  override name = 'TooManyChangesError';
}
