/** Kinds of requests that a customer's program sends. */
export type Operation = 'search' | 'semantic' | 'count' | 'company' | 'usage';

interface PlannedRequest {
  operation: Operation;
  pathAndQuery: string;
}

const LARGEST_PAGE = 5;
/** Share of searches that are semantic, if any. */
const SEMANTIC_SHARE = 0.3;
const words = ['series', 'hiring', 'raises', 'engineer', 'opens', 'robotics', 'acquires', 'launches'];

const meanings = ['companies that grow fast', 'money for new products', 'people who leave', 'new markets'];

/**
 * Mostly pages of keyword searches, some counts and companies, and occasionally the usage.
 *
 * @param slugs of companies seen in responses.
 * @param random returns numbers in [0, 1).
 * @param semantic whether a share of the searches are semantic.
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

/** @param random picks the text to search for by meaning. */
export function byMeaning(random: () => number, limit: string): string {
  return search({ semantic: meanings[Math.floor(random() * meanings.length)]!, limit });
}

function search(query: Record<string, string>): string {
  return `/api/v1/signals?${new URLSearchParams(query)}`;
}
