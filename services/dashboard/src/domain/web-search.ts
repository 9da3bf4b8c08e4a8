import { RESPONSE_PARAMETERS } from '@heliograph/contract';
import { createHmac } from 'node:crypto';

/** Parameters that make a request a search; without them it is browsing. */
const SEARCH_TEXT_PARAMETERS = ['q', 'all', 'any', 'exact', 'searchGroups', 'company', 'semantic'] as const;

/**
 * Whether a request of the activities view counts as one of the month's searches: it searches for something and does
 * not continue a counted page. Only counted pages issue cursors; a page by number belongs to the search of its words.
 */
export function isSearch(values: ReadonlyMap<string, string>): boolean {
  return !values.has('cursor') && SEARCH_TEXT_PARAMETERS.some((name) => values.has(name));
}

/** Identifies a search and one of its pages within an account's month: UUIDs (RFC 9562, version 8). */
interface SearchKeys {
  searchId: string;
  pageId: string;
}

/**
 * The keys of a search request, the same from any tab, browser, or day of the month: the search's from its words,
 * however they are written; the page's from everything that was requested. They are keyed hashes, so that reading the
 * ledger does not let anyone guess the queries.
 *
 * @param key derived from one of the installation's secrets.
 * @param month `YYYY-MM`, UTC.
 * @returns undefined for browsing.
 */
export function searchKeys(
  key: Buffer,
  accountId: string,
  month: string,
  values: ReadonlyMap<string, string>,
): SearchKeys | undefined {
  const texts = SEARCH_TEXT_PARAMETERS.map((name) => [name, normalized(name, values.get(name) ?? '')]);
  if (texts.every(([, value]) => value === '')) return undefined;
  const search = [accountId, month, texts];
  const page = [...values]
    .filter(([name, value]) => !isSearchText(name) && !isShape(name) && !(name === 'page' && value === '1'))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return { searchId: uuidOf(key, ['search', search]), pageId: uuidOf(key, ['page', search, page]) };
}

/** Parameters that only choose which fields to show do not make it another page. */
const isShape = (name: string) => Object.hasOwn(RESPONSE_PARAMETERS, name);

function isSearchText(name: string): boolean {
  return (SEARCH_TEXT_PARAMETERS as readonly string[]).includes(name);
}

/** Differences in case, white space, or JSON formatting do not make it another search. */
function normalized(name: string, value: string): string {
  const text = name === 'searchGroups' ? compactJson(value) : value;
  return text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();
}

function compactJson(value: string): string {
  try {
    return value === '' ? '' : JSON.stringify(JSON.parse(value));
  } catch {
    return value;
  }
}

function uuidOf(key: Buffer, content: unknown): string {
  const hash = createHmac('sha256', key).update(JSON.stringify(content)).digest();
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
