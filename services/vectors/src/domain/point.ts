/** Points on their way from calls to the index thread: columns, so they transfer without copies. */
export interface PointColumns {
  ids: BigUint64Array;
  /** Up to 2^53 - 1, like every Float64Array here. */
  versions: Float64Array;
  publishedAtMs: Float64Array;
  ordinals: Uint32Array;
  /** All vectors, concatenated. */
  vectors: Float32Array;
}

export interface PointQuery {
  vector: Float32Array;
  limit: number;
  publishedUntilMs: number;
  /** Infinity for no bound. */
  ordinalBelow: number;
}

/** Two columns, in one buffer. */
export interface Matches {
  ids: BigUint64Array<ArrayBuffer>;
  similarityMillionths: Int32Array<ArrayBuffer>;
}

/** Two columns. */
export interface Versions {
  ids: BigUint64Array;
  versions: Float64Array;
}

export interface CollectionStatus {
  name: string;
  dimensions: number;
  points: number;
  /** Size of its file. */
  bytes: number;
  /** Rows with codes, including rows of removed points. Queries use codes once every row has one. */
  coded: number;
  /** Queries answered with codes since startup. */
  codedQueries: number;
}

export const LOW_HALF = 0xffff_ffffn;
