import { createHash } from 'node:crypto';

/** A strong entity tag for a body's bytes, quotes included (RFC 9110, section 8.8.3). */
export function entityTagOf(body: Uint8Array): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
}

/**
 * Whether `If-None-Match` contains a tag, by weak comparison as RFC 9110, section 13.1.2, requires: a proxy that
 * compressed the body may have weakened the tag.
 */
export function matchesEntityTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === tag);
}
