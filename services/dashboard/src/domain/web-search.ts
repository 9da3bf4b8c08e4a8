import { createHash } from 'node:crypto';

/** The parameters that say what to look for; with one of them a request is a search, with others it is browsing. */
const SEARCH_WORDS = ['q', 'all', 'any', 'exact', 'searchGroups', 'company', 'semantic'] as const;

const SEARCH_ID = /^[A-Za-z0-9_-]{8,128}$/;

/** Whether a text can name a search. */
export function isSearchId(text: string): boolean {
  return SEARCH_ID.test(text);
}

/**
 * Whether a request of the activities view counts as one of the month's searches: it has something to look for and does not
 * go on from a page that was counted. Going on is by cursor, which only a counted page gives; a page by its number is a
 * search as any, and one more only when its name is another.
 */
export function isSearch(values: ReadonlyMap<string, string>): boolean {
  return !values.has('cursor') && SEARCH_WORDS.some((name) => values.has(name));
}

/**
 * The id that a search is counted by: the same for a repetition, another for each account, month, name or words. With the
 * words in it, nobody searches on for nothing under one name.
 *
 * @param month `YYYY-MM`, UTC.
 * @param searchId what the client calls the search.
 * @returns a UUID (RFC 9562, version 8).
 */
export function searchEventId(
  accountId: string,
  month: string,
  searchId: string,
  values: ReadonlyMap<string, string>,
): string {
  const words = SEARCH_WORDS.map((name) => [name, values.get(name) ?? '']);
  const hash = createHash('sha256')
    .update(JSON.stringify([accountId, month, searchId, words]))
    .digest();
  hash[6] = (hash[6]! & 0x0f) | 0x80;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  const digits = hash.toString('hex', 0, 16);
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    digits.slice(12, 16),
    digits.slice(16, 20),
    digits.slice(20),
  ].join('-');
}
