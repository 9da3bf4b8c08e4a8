/** A vector and what queries go by. */
export interface VectorPoint {
  /** Decimal digits, 1 to 9999999999999999999. */
  id: string;
  /** Of the catalog; a point is never replaced by one of an older version. */
  version: bigint;
  /** Epoch milliseconds; may lie in the future. */
  publishedAtMs: number;
  /** Grows with every signal that is new to the catalog. */
  ordinal: number;
  /** Of length 1. */
  vector: Float32Array;
}

export interface VectorQuery {
  /** Of length 1. */
  vector: Float32Array;
  /** 1 to 1,000. */
  limit: number;
  /** Only points published at this time (epoch milliseconds) or before. */
  publishedUntilMs: number;
  /** Only points of smaller ordinals. */
  ordinalBelow?: number;
}

/** Two columns of one length: most similar first, ties by id descending (as a number). */
export interface VectorMatches {
  ids: BigUint64Array;
  /** 1 - cosine distance in millionths, -1,000,000 to 1,000,000. Equal for equal vectors. */
  similarityMillionths: Int32Array;
}

export interface CollectionDefinition {
  /** 1 to 80 of `[a-z0-9._-]`, the first a letter or digit. */
  name: string;
  dimensions: number;
}

export interface CollectionInfo extends CollectionDefinition {
  points: number;
}

export interface StoredVersion {
  id: string;
  version: bigint;
}

export interface CallOptions {
  timeoutMs?: number;
  signal?: AbortSignal;
}

/**
 * Collections of vectors, searched by cosine similarity: Qdrant, or the embedded index behind the vectors service. Both hold
 * one contract (test/contract). Every call rejects with ServiceError `unavailable` while the index cannot be reached, and, but for
 * `prepare` and `drop`, with `not_found` when there is no such collection.
 */
export interface VectorIndex {
  /**
   * Makes a collection that does not exist, and brings one of an earlier form up to date. Safe to repeat, and by several programs at once.
   *
   * @returns whether it is new, or was re-created because it was damaged: then its points must be added (again).
   */
  prepare(collection: CollectionDefinition, options?: CallOptions): Promise<{ isNew: boolean }>;
  /** Adds or replaces points, at most 1,000; durable and seen by queries when it resolves. Points that are there in a newer version stay. */
  upsert(collection: string, points: readonly VectorPoint[], options?: CallOptions): Promise<void>;
  /** Removes points, at most 1,000; ids that are not there are left out. Durable when it resolves. */
  remove(collection: string, ids: readonly string[], options?: CallOptions): Promise<void>;
  /** The nearest points that pass the conditions. */
  query(collection: string, query: VectorQuery, options?: CallOptions): Promise<VectorMatches>;
  /** All points in ascending order of ids (as numbers), page by page. */
  scan(
    collection: string,
    page: { after?: string; limit: number },
    options?: CallOptions,
  ): Promise<StoredVersion[]>;
  list(options?: CallOptions): Promise<CollectionInfo[]>;
  /** Removes a collection, if it exists. */
  drop(collection: string, options?: CallOptions): Promise<void>;
  /** Rejects while the index cannot be reached. */
  checkReachable(): Promise<void>;
  close(): Promise<void>;
}
