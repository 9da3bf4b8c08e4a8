import type { Activity } from '@heliograph/dashboard-api';
import type { search } from '@heliograph/proto';
import type { DashboardContext } from '../../context';
import type { Exchange } from '../../http/exchange';
import { ask } from '../ask';

/** How many pages without a publication to read before reporting that there may be more. */
const MAXIMUM_PAGES = 5;

/** The starting point: a moment, or the end of another page. */
export type Begin = { since: Date } | { after: search.ChangePosition };

interface Published {
  items: Activity[];
  /** Where to continue; undefined if there is nothing more for now. */
  next: search.ChangePosition | undefined;
}

/**
 * Matching publications, oldest first: the next nonempty page of changes, without updates and withdrawals.
 *
 * @param options.limit changes per page, 1 to 100.
 * @param options.fields names of an item's own fields; empty: all.
 * @throws ServiceError `unavailable`.
 */
export async function publishedSince(
  { clients }: DashboardContext,
  exchange: Exchange,
  filters: search.Filters,
  begin: Begin,
  { limit, fields = [] }: { limit: number; fields?: string[] },
): Promise<Published> {
  let position: { since: Date | undefined; after: search.ChangePosition | undefined } = {
    since: undefined,
    after: undefined,
    ...begin,
  };
  for (let page = 1; ; page += 1) {
    const response = await ask(exchange, (call) =>
      clients.search.changes({ filters, ...position, limit, waitMs: 0, fields }, call),
    );
    const items = publishedOf(response.itemsJson);
    if (response.caughtUp) return { items, next: undefined };
    if (items.length > 0 || page === MAXIMUM_PAGES) return { items, next: response.next };
    position = { since: undefined, after: response.next };
  }
}

function publishedOf(itemsJson: Buffer): Activity[] {
  const changes = JSON.parse(itemsJson.toString('utf8')) as { change: string; signal: Activity }[];
  return changes.filter(({ change }) => change === 'published').map(({ signal }) => signal);
}
