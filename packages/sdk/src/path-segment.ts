import { HeliographError } from './errors.ts';

const RESOLVED_AWAY: ReadonlySet<string> = new Set(['', '.', '..']);

/**
 * Encodes an id or a slug as a path segment.
 *
 * @throws HeliographError `invalid_parameter` for empty text and dot segments (RFC 3986, section 5.2.4): a saved search
 *   with the id `..` would resolve to the feed of everything.
 */
export function pathSegment(text: string): string {
  // Like URLSearchParams, replace unpaired surrogates, which UTF-8 cannot encode.
  if (!RESOLVED_AWAY.has(text)) return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
  throw new HeliographError('invalid_parameter', `"${text}" is not an id or a slug.`);
}
