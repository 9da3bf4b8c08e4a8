import { SAVED_SEARCH } from '@heliograph/contract';
import type { ListedSearch, SavedSearchList } from '@heliograph/dashboard-api';
import { search, type notifier } from '@heliograph/proto';
import { toServiceError } from '@heliograph/runtime';
import { savedSearchRecord } from '@heliograph/signal-search';
import { createHash } from 'node:crypto';
import { newSince } from '../../domain/new-since';
import { ask } from '../ask';
import { endpoint, type EndpointRequest } from '../endpoint';
import { publishedSince } from './published-since';

/** Number of searches to count concurrently. */
const COUNTED_TOGETHER = 5;
/** The most changes the search service returns at once; counting stops there. */
const COUNTED_CHANGES = 100;

/** `GET /saved-searches`, with the number of new matches, which does not count as a search. */
export const listSavedSearches = endpoint({
  name: 'listSavedSearches',
  async run(request) {
    const { context, exchange, signedIn } = request;
    const { notifier, identity } = context.clients;
    const owner = { accountId: signedIn.account.id };
    const [{ savedSearches }, { visits }] = await Promise.all([
      ask(exchange, (call) => notifier.listSavedSearches(owner, call)),
      ask(exchange, (call) => identity.listSavedSearchVisits({ ...owner, userId: signedIn.user.id }, call)),
    ]);
    const visitedAt = new Map(visits.map(({ savedSearchId, at }) => [savedSearchId, at!]));
    const items: ListedSearch[] = [];
    for (let start = 0; start < savedSearches.length; start += COUNTED_TOGETHER) {
      const together = savedSearches.slice(start, start + COUNTED_TOGETHER);
      items.push(
        ...(await Promise.all(together.map((each) => listed(request, each, visitedAt.get(each.id))))),
      );
    }
    return { items, maximum: SAVED_SEARCH.maximum } satisfies SavedSearchList;
  },
});

async function listed(
  request: EndpointRequest<undefined>,
  saved: notifier.SavedSearch,
  visitedAt: Date | undefined,
): Promise<ListedSearch> {
  return {
    ...savedSearchRecord(saved),
    lastVisitAt: visitedAt?.toISOString() ?? null,
    unseen: await countUnseen(request, saved, visitedAt),
  };
}

/**
 * A count is kept for some seconds: 50 saved searches take as much CPU as dozens of requests.
 *
 * @returns null if search is unavailable or too busy: the list is then shown without counts.
 */
async function countUnseen(
  { context, exchange }: EndpointRequest<undefined>,
  { id, filters, createdAt }: notifier.SavedSearch,
  visitedAt: Date | undefined,
): Promise<ListedSearch['unseen']> {
  const { clock, unseenCounts } = context;
  const asked = createHash('sha256').update(search.Filters.encode(filters!).finish()).digest('base64');
  const key = `${id} ${visitedAt?.getTime()} ${asked}`;
  const known = unseenCounts.get(key);
  if (known) return known;
  const since = newSince(visitedAt, createdAt!, clock());
  try {
    const counting = { limit: COUNTED_CHANGES, fields: ['id'] };
    const { items, next } = await publishedSince(context, exchange, filters!, { since }, counting);
    const count = { count: items.length, more: next !== undefined };
    unseenCounts.set(key, count);
    return count;
  } catch (error) {
    if (!['unavailable', 'rate_limited'].includes(toServiceError(error).code)) throw error;
    return null;
  }
}
