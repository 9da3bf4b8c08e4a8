import { CHANGES_DAYS, DIGEST } from '@heliograph/contract';
import type { search } from '@heliograph/proto';
import { ServiceError, uuidv7, type RpcClient } from '@heliograph/runtime';
import { DAY_MS, summarize, type NewSignals } from '../domain/digest';
import type { DigestLease } from '../storage/digest-store';

type SearchClient = Pick<RpcClient<typeof search.SearchServiceService>, 'changes'>;

/** The result of counting. */
interface Counted {
  newSignals: NewSignals;
  /** Anything earlier is not counted. */
  since: Date;
  /** Where counting began; undefined: at that time. */
  after: search.ChangePosition | undefined;
  /** Where counting continues; undefined: from now on. */
  position: search.ChangePosition | undefined;
}

/** The maximum that the search service returns at once. */
const PAGE = 100;
/** Updates and withdrawals fill pages, too: after this many without new signals, other searches get their turn. */
const MAXIMUM_PAGES = 50;
/** How long to go on after a new signal: what its email leaves out is in no other. Well within a lease. */
const LONGEST_COUNT_MS = 120_000;
/** How far back the feed goes. */
const HELD_MS = CHANGES_DAYS * DAY_MS;
/** A day less, so that what the feed has now is still there for the next pages. */
const LONGEST_MS = HELD_MS - DAY_MS;

/**
 * Counts the signals published for a saved search since its last email, in catalog order: nothing that commits late is
 * missed, and nothing counts twice.
 *
 * @throws ServiceError `unavailable`, `rate_limited`.
 */
export async function countNewSignals(
  client: SearchClient,
  { filters, position, coveredSince }: Pick<DigestLease, 'filters' | 'position' | 'coveredSince'>,
  nowMs: number,
): Promise<Counted> {
  const earliest = new Date(nowMs - LONGEST_MS);
  if (nowMs - coveredSince.getTime() > HELD_MS) return count(client, filters, earliest, undefined);
  try {
    return await count(client, filters, coveredSince, position);
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === 'cursor_expired')) throw error;
    return count(client, filters, coveredSince > earliest ? coveredSince : earliest, undefined);
  }
}

/** Counts after a position or, without one, since a time. */
async function count(
  client: SearchClient,
  filters: search.Filters,
  since: Date,
  position: search.ChangePosition | undefined,
): Promise<Counted> {
  let after = position;
  const categories: string[] = [];
  const endMs = performance.now() + LONGEST_COUNT_MS;
  const goesOn = () => categories.length > 0 && performance.now() < endMs;
  for (let page = 1; page <= MAXIMUM_PAGES || goesOn(); page += 1) {
    const { itemsJson, caughtUp, next } = await client.changes(
      {
        filters,
        limit: PAGE,
        waitMs: 0,
        fields: ['category'],
        after,
        since: after ? undefined : since,
      },
      { requestId: uuidv7() },
    );
    categories.push(...publishedOf(itemsJson));
    after = next!;
    if (caughtUp || categories.length > DIGEST.counted) {
      const hasMore = !caughtUp || categories.length > DIGEST.counted;
      return { ...countedOf(categories, after, hasMore), since, after: position };
    }
  }
  return { ...countedOf(categories, after!, true), since, after: position };
}

/** @param hasMore if an email is created, the next one begins now and skips the rest. */
function countedOf(
  categories: string[],
  end: search.ChangePosition,
  hasMore: boolean,
): Pick<Counted, 'newSignals' | 'position'> {
  const newSignals = summarize(categories.slice(0, DIGEST.counted), hasMore);
  const isSkipped = hasMore && newSignals.total > 0;
  return { newSignals, position: isSkipped ? undefined : end };
}

/** The categories of the published signals. */
function publishedOf(itemsJson: Buffer): string[] {
  const changes = JSON.parse(itemsJson.toString('utf8')) as {
    change: string;
    signal: { category?: string };
  }[];
  return changes
    .filter(({ change }) => change === 'published')
    .map(({ signal }) => signal.category ?? 'other');
}
