/** A vector and what queries filter by. */
export interface VectorPoint {
  /** Decimal digits, 1 to 9999999999999999999. */
  id: string;
  /** From the catalog; a point is never replaced by one of an older version. */
  version: bigint;
  /** Epoch milliseconds; may be in the future. */
  publishedAtMs: number;
  /** Grows with every new signal in the catalog. */
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
  /** Only points with smaller ordinals. */
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
 * Collections of vectors, searched by cosine similarity: Qdrant, or the embedded index behind the vectors service. Both
 * fulfill one contract (test/contract). Every call rejects with ServiceError `unavailable` while the index is
 * unreachable and, except for `prepare` and `drop`, with `not_found` when there is no such collection.
 */
export interface VectorIndex {
  /**
   * Creates a missing collection, and upgrades one in an earlier format. Safe to repeat, even by several programs
   * concurrently.
   *
   * @returns whether it is new, or was recreated because it was damaged: then its points must be added (again).
   */
  prepare(collection: CollectionDefinition, options?: CallOptions): Promise<{ isNew: boolean }>;
  /**
   * Adds or replaces points, at most 1,000; durable and visible to queries when it resolves. Points that exist in a
   * newer version stay.
   */
  upsert(collection: string, points: readonly VectorPoint[], options?: CallOptions): Promise<void>;
  /** Removes points, at most 1,000; unknown ids are ignored. Durable when it resolves. */
  remove(collection: string, ids: readonly string[], options?: CallOptions): Promise<void>;
  /** The nearest points that meet the conditions. */
  query(collection: string, query: VectorQuery, options?: CallOptions): Promise<VectorMatches>;
  /** All points in ascending order of id (as a number), page by page. */
  scan(
    collection: string,
    page: { after?: string; limit: number },
    options?: CallOptions,
  ): Promise<StoredVersion[]>;
  list(options?: CallOptions): Promise<CollectionInfo[]>;
  /** Removes a collection, if it exists. */
  drop(collection: string, options?: CallOptions): Promise<void>;
  /** Rejects while the index is unreachable. */
  checkReachable(): Promise<void>;
  close(): Promise<void>;
}
