import { CHANGES_DAYS, DIGEST } from '@heliograph/contract';
import type { search } from '@heliograph/proto';
import { ServiceError, uuidv7, type RpcClient } from '@heliograph/runtime';
import { summarize, type ChangesPlace, type NewSignals } from '../domain/digest';
import type { DigestLease } from '../storage/digest-store';

type SearchClient = Pick<RpcClient<typeof search.SearchServiceService>, 'changes'>;

/** What is new. */
interface Counted {
  newSignals: NewSignals;
  /** What came earlier is not counted. */
  since: Date;
  /** Where counting goes on; undefined: with what comes from now on. */
  place: ChangesPlace | undefined;
}

/** The most that the search service returns at once. */
const PAGE = 100;
/** Updates and withdrawals count as pages, too: after so many without new ones, others get their turn. */
const MAXIMUM_PAGES = 50;
const DAY_MS = 86_400_000;
/** The feed holds so much. */
const HELD_MS = CHANGES_DAYS * DAY_MS;
/** A day less, so that what is there now is still there for the next pages. */
const LONGEST_MS = HELD_MS - DAY_MS;

/**
 * Counts what was published for a saved search since its last mail, in the order of the catalog: nothing that commits
 * late is left out, and nothing counts twice.
 *
 * @throws ServiceError `unavailable`, `rate_limited`.
 */
export async function countNewSignals(
  client: SearchClient,
  { filters, place, coveredSince }: Pick<DigestLease, 'filters' | 'place' | 'coveredSince'>,
  nowMs: number,
): Promise<Counted> {
  const earliest = new Date(nowMs - LONGEST_MS);
  if (nowMs - coveredSince.getTime() > HELD_MS) return count(client, filters, earliest, undefined);
  try {
    return await count(client, filters, coveredSince, place);
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === 'cursor_expired')) throw error;
    return count(client, filters, earliest, undefined);
  }
}

/** From a place on; without one, from a moment on. */
async function count(
  client: SearchClient,
  filters: search.Filters,
  since: Date,
  place: ChangesPlace | undefined,
): Promise<Counted> {
  let after: search.ChangePosition | undefined = place && { version: BigInt(place.version), id: place.id };
  const categories: string[] = [];
  for (let page = 1; page <= MAXIMUM_PAGES; page += 1) {
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
      return countedOf(categories, since, after, !caughtUp || categories.length > DIGEST.counted);
    }
  }
  return countedOf(categories, since, after!, true);
}

/** @param hasMore after a mail, the next one then begins now and leaves out the rest. */
function countedOf(categories: string[], since: Date, end: search.ChangePosition, hasMore: boolean): Counted {
  const newSignals = summarize(categories.slice(0, DIGEST.counted), hasMore);
  const isSkipped = hasMore && newSignals.total > 0;
  return { newSignals, since, place: isSkipped ? undefined : { version: String(end.version), id: end.id } };
}

/** The categories of what was published. */
function publishedOf(itemsJson: Buffer): string[] {
  const changes = JSON.parse(itemsJson.toString('utf8')) as {
    change: string;
    signal: { category?: string };
  }[];
  return changes
    .filter(({ change }) => change === 'published')
    .map(({ signal }) => signal.category ?? 'other');
}
