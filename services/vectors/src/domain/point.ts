/**
 * Points as they cross from the calls into the index's thread: columns, so that they are handed over without copies.
 */
export interface PointColumns {
  ids: BigUint64Array;
  /** Up to 2^53 - 1, as everything in a Float64Array here. */
  versions: Float64Array;
  publishedAtMs: Float64Array;
  ordinals: Uint32Array;
  /** All of them one behind the other. */
  vectors: Float32Array;
}

export interface PointQuery {
  vector: Float32Array;
  limit: number;
  publishedUntilMs: number;
  /** Infinity for all. */
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
  /** Of its file. */
  bytes: number;
  /** Points, and places of points that were removed, that have codes. Queries look through codes when all have one. */
  coded: number;
  /** Queries that codes were enough for, since the start. */
  codedQueries: number;
}

export const LOW_HALF = 0xffff_ffffn;
