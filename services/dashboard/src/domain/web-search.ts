import { RESPONSE_PARAMETERS } from '@heliograph/contract';
import { createHmac } from 'node:crypto';

/** Parameters that make a request a search; without them, it is browsing. */
const SEARCH_TEXT_PARAMETERS = ['q', 'all', 'any', 'exact', 'searchGroups', 'company', 'semantic'] as const;

/**
 * Whether a request of the activities view counts as one of the month's searches: it looks for something and does not
 * continue a page that was counted. Only counted pages give cursors; a page by number belongs to the search of its
 * words.
 */
export function isSearch(values: ReadonlyMap<string, string>): boolean {
  return !values.has('cursor') && SEARCH_TEXT_PARAMETERS.some((name) => values.has(name));
}

/** The identities of a search and of one of its pages within an account's month: UUIDs (RFC 9562, version 8). */
interface SearchKeys {
  searchId: string;
  pageId: string;
}

/**
 * The keys of a search request, the same from any tab, browser, or day of the month: the search by its words, ignoring
 * how they are written, the page by everything that was requested. They are keyed hashes, so that a reader of the
 * ledger cannot guess them.
 *
 * @param key from a secret of the installation.
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

/** Parameters that only choose what to show of each signal do not make another page. */
const isShape = (name: string) => Object.hasOwn(RESPONSE_PARAMETERS, name);

function isSearchText(name: string): boolean {
  return (SEARCH_TEXT_PARAMETERS as readonly string[]).includes(name);
}

/** Case, white space, and JSON formatting do not make another search. */
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
