/** What a customer's program asks. */
export type Operation = 'search' | 'semantic' | 'count' | 'company' | 'usage';

interface PlannedRequest {
  operation: Operation;
  pathAndQuery: string;
}

const LARGEST_PAGE = 5;
/** Of searches, where some are to ask by meaning. */
const SEMANTIC_SHARE = 0.3;
const words = ['series', 'hiring', 'raises', 'engineer', 'opens', 'robotics', 'acquires', 'launches'];

const meanings = ['companies that grow fast', 'money for new products', 'people who leave', 'new markets'];

/**
 * Mostly pages of keyword searches, some counts and companies, and now and then what was used.
 *
 * @param slugs of companies that were seen in answers.
 * @param random from 0 to below 1.
 * @param semantic whether a part of the searches ask by meaning.
 */
export function planRequest(
  slugs: readonly string[],
  random: () => number,
  semantic = false,
): PlannedRequest {
  const kind = random();
  if (kind < 0.12) return { operation: 'usage', pathAndQuery: '/api/v1/usage' };
  const slug = slugs[Math.floor(random() * slugs.length)];
  if (kind < 0.22 && slug !== undefined) {
    return { operation: 'company', pathAndQuery: `/api/v1/companies/${encodeURIComponent(slug)}` };
  }
  const q = words[Math.floor(random() * words.length)]!;
  if (kind < 0.3) return { operation: 'count', pathAndQuery: search({ q, countOnly: 'true' }) };
  const limit = String(1 + Math.floor(random() * LARGEST_PAGE));
  if (semantic && random() < SEMANTIC_SHARE)
    return { operation: 'semantic', pathAndQuery: byMeaning(random, limit) };
  return { operation: 'search', pathAndQuery: search({ q, limit }) };
}

/** @param random chooses what is meant. */
export function byMeaning(random: () => number, limit: string): string {
  return search({ semantic: meanings[Math.floor(random() * meanings.length)]!, limit });
}

function search(query: Record<string, string>): string {
  return `/api/v1/signals?${new URLSearchParams(query)}`;
}
