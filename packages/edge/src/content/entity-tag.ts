/**
 * Whether `If-None-Match` contains a tag, by weak comparison as RFC 9110, section 13.1.2, requires: a proxy that
 * compressed the body may have weakened the tag.
 */
export function matchesEntityTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === tag);
}
