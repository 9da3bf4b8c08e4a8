/**
 * Whether `If-None-Match` holds a tag, by weak comparison as RFC 9110, section 13.1.2 asks: a proxy that compressed the
 * body may have marked the tag as weak.
 */
export function matchesEntityTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === tag);
}
