import { HeliographError } from './errors.ts';

const RESOLVED_AWAY: ReadonlySet<string> = new Set(['', '.', '..']);

/**
 * Encodes an id or a slug as a segment of a path.
 *
 * @throws HeliographError `invalid_parameter` for one that URLs resolve to another path (RFC 3986, section 5.2.4): a
 *   saved search `..` would be the feed of everything.
 */
export function pathSegment(text: string): string {
  if (!RESOLVED_AWAY.has(text)) return encodeURIComponent(text);
  throw new HeliographError('invalid_parameter', `"${text}" is not an id or a slug.`);
}
