import { search } from '@heliograph/proto';
import { hash } from 'node:crypto';

/** Length of a digest inside a cursor, in bytes: enough to rule out collisions, accidental or deliberate. */
export const DIGEST_BYTES = 16;

/**
 * A digest of a set of filters. The encoding orders fields by number and omits unset ones, so the order of the query's
 * parameters and empty parameters do not matter. Limit, page, and cursor are not filters.
 */
export function digestOfFilters(filters: search.Filters): Buffer {
  return hash('sha256', search.Filters.encode(filters).finish(), 'buffer').subarray(0, DIGEST_BYTES);
}
