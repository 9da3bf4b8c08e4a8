import { decodeComponent } from './query-string';

/** How slugs of companies are written at import. */
export const COMPANY_SLUG = /^[a-z0-9][a-z0-9._-]{0,179}$/;

/**
 * The slug in a path segment. Whatever is not written as a slug names no company: it is not found rather than
 * malformed, and no other service is asked.
 *
 * @returns undefined when the segment cannot be a slug.
 */
export function slugFromPath(segment: string): string | undefined {
  if (segment.includes('+')) return undefined;
  const slug = decodeComponent(segment);
  return slug !== undefined && COMPANY_SLUG.test(slug) ? slug : undefined;
}
