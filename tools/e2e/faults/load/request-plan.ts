import type { Random } from '../plan/random';
import { companySlug, SEARCH_WORDS } from './corpus';

export type Operation = 'search' | 'count' | 'company';

interface PlannedRequest {
  operation: Operation;
  pathAndQuery: string;
}

const LARGEST_PAGE = 50;
const SMALL_PAGE = 5;

/**
 * Requests that a customer's program may send: mostly pages of all sizes, some counts, companies, and empty results.
 */
export function planRequest(random: Random): PlannedRequest {
  const kind = random.next();
  if (kind < 0.12) return { operation: 'company', pathAndQuery: `/api/v1/companies/${planSlug(random)}` };
  if (kind < 0.22)
    return { operation: 'count', pathAndQuery: search({ q: planWord(random), countOnly: 'true' }) };
  if (kind < 0.27) return { operation: 'search', pathAndQuery: search({ q: 'nothingmatchesthis' }) };
  const limit = random.integer(1, random.chance(0.9) ? SMALL_PAGE : LARGEST_PAGE);
  return {
    operation: 'search',
    pathAndQuery: search({
      limit: String(limit),
      ...(random.chance(0.7) ? { q: planWord(random) } : {}),
      ...(random.chance(0.3) ? { page: String(random.integer(1, 4)) } : {}),
    }),
  };
}

/** A request that {@link planRequest} never returns. */
export function otherRequest(): string {
  return search({ q: 'anotherquestion' });
}

function planWord(random: Random): string {
  return random.pick(SEARCH_WORDS);
}

function planSlug(random: Random): string {
  return companySlug(random.integer(0, 1_000));
}

export function search(query: Record<string, string>): string {
  return `/api/v1/signals?${new URLSearchParams(query)}`;
}
