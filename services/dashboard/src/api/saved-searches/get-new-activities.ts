import type { CHANGES_PARAMETERS } from '@heliograph/contract';
import type { NewActivities } from '@heliograph/dashboard-api';
import { ledger, type notifier } from '@heliograph/proto';
import {
  ChangesCursorCodec,
  digestOfFilters,
  readChangesQuery,
  type ChangesQuery,
} from '@heliograph/signal-search';
import { ask } from '../ask';
import { recordingOf, recordSearch } from '../activities/record-search';
import { endpoint, refuse, type EndpointRequest } from '../endpoint';
import { savedSearchIdOf } from './ids';
import { publishedSince, type Begin } from './published-since';

/** Activities per page. */
const PAGE = 50;

const NAMES: ReadonlySet<string> = new Set(['since', 'cursor'] satisfies (keyof typeof CHANGES_PARAMETERS)[]);

/**
 * `GET /saved-searches/{id}/new-activities`. Counted and paid for like activities with the same query: a query with
 * words is one of the month's searches, whichever page shows it, and beyond the month's searches each page takes its
 * records from the balance.
 */
export const getNewActivities = endpoint({
  name: 'getNewActivities',
  isSearch: true,
  query: NAMES,
  checksQuery: true,
  async run(request) {
    const { context, exchange, signedIn, parameters, query } = request;
    const owned = { accountId: signedIn.account.id, id: savedSearchIdOf(parameters) };
    const saved = await ask(exchange, (call) => context.clients.notifier.getSavedSearch(owned, call));
    const { filters, after, since, cursors } = readPlace(request, saved);
    if (!after && !since) {
      query.issues.push({
        code: 'invalid_parameter',
        parameter: 'since',
        message: 'is required without a cursor',
      });
    }
    refuse(query.issues);
    const begin = after ? { after } : { since: since! };
    const recording = recordingOf(request, placedQuery(saved, begin));
    if (recording.isSearch && !recording.isUnlimited) {
      await recordSearch(request, { ...recording, checkOnly: true });
    }
    const { items, next } = await publishedSince(context, exchange, filters, begin, { limit: PAGE });
    await recordSearch(request, { ...recording, mode: ledger.Mode.KEYWORD, records: items.length });
    context.metrics.activitiesAnswered(recording.isSearch ? 'search' : 'browse');
    const digest = digestOfFilters(filters);
    const nextCursor = next ? cursors.encode({ position: next, digest, issuedAtMs: context.clock() }) : null;
    return { items, nextCursor } satisfies NewActivities;
  },
});

/** Where the page begins; bound to the query as it is saved now. */
function readPlace(
  { context: { config, clock }, signedIn, query }: EndpointRequest<undefined>,
  saved: notifier.SavedSearch,
): ChangesQuery {
  const values = new Map([...Object.entries(saved.query), ...query.values]);
  return readChangesQuery(
    { values, issues: query.issues },
    {
      cursors: new ChangesCursorCodec(config.cursorSecrets, {
        channel: 'web',
        accountId: signedIn.account.id,
      }),
      earliestActivityDate: config.earliestActivityDate,
      nowMs: clock(),
    },
  );
}

/**
 * The page's identity. A cursor contains its time of issue, so use the position inside it instead: then the page is
 * paid for only once.
 */
function placedQuery(saved: notifier.SavedSearch, begin: Begin): ReadonlyMap<string, string> {
  const place: [string, string] =
    'after' in begin
      ? ['cursor', `${begin.after.version}:${begin.after.id}`]
      : ['since', begin.since.toISOString()];
  return new Map([...Object.entries(saved.query), place]);
}
