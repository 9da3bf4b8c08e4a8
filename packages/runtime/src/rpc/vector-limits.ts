/** The limits of a vector index's inputs, the same for every kind of index and for the service of the embedded one. */
export const VECTOR_LIMITS = {
  /** Points in an upsert or a removal. */
  batch: 1_000,
  matches: 1_000,
  /** Points in a page of a scan. */
  page: 10_000,
  dimensions: 4_096,
} as const;

/** Also a directory name, so not `.` or `..`. */
export const COLLECTION_NAME = /^[a-z0-9][a-z0-9._-]{0,79}$/;
/** The same rule, in words. */
export const COLLECTION_NAME_RULE =
  'must be 1 to 80 lowercase letters, digits, dots, underscores, or dashes, starting with a letter or digit';
export const POINT_ID_RULE = 'must be 1 to 19 digits without leading zeros';
