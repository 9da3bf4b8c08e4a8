/** The limits of a vector index's inputs, the same for both kinds. */
export const MAXIMUM_BATCH = 1_000;
export const MAXIMUM_MATCHES = 1_000;
export const MAXIMUM_PAGE = 10_000;
export const MAXIMUM_DIMENSIONS = 4_096;
/** Versions and times that JSON represents exactly. */
export const MAXIMUM_EXACT_NUMBER = Number.MAX_SAFE_INTEGER;
export const MAXIMUM_ORDINAL = 0xffff_ffff;

/** Also a directory name, so not `.` or `..`. */
export const COLLECTION_NAME = /^[a-z0-9][a-z0-9._-]{0,79}$/;
export { SIGNAL_ID as POINT_ID } from '@heliograph/contract';
