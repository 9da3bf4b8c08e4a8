import { search } from '@heliograph/proto';
import { hash } from 'node:crypto';

/** Bytes of a digest inside a cursor: enough that collisions neither happen nor can be made. */
export const DIGEST_BYTES = 16;

/**
 * A short name for a set of filters. The encoding orders fields by number and omits unset ones, so the order of the
 * query's parameters and empty parameters do not matter. Limit, page, and cursor are not filters.
 */
export function digestOfFilters(filters: search.Filters): Buffer {
  return hash('sha256', search.Filters.encode(filters).finish(), 'buffer').subarray(0, DIGEST_BYTES);
}
