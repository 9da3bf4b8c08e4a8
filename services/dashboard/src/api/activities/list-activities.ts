import { JSON_CONTENT_TYPE, sendCompressible } from '@heliograph/edge';
import {
  RECORDS_CONSUMED_HEADER,
  SEARCHES_REMAINING_HEADER,
  SEARCHES_USED_HEADER,
} from '@heliograph/dashboard-api';
import { identity } from '@heliograph/proto';
import {
  checkIdentifiers,
  cursorsOf,
  readSearchQuery,
  runSearch,
  SEARCH_PARAMETER_NAMES,
  type SearchQuery,
} from '@heliograph/signal-search';
import { endpoint, refuse } from '../endpoint';
import { recordingOf, recordSearch } from './record-search';

const UNLIMITED = 'unlimited';

/**
 * `GET /activities`: the data API's search. Before it runs, the month must have a search left, or the balance must
 * cover more. The search is recorded once its result is known, before the response is sent, so a failed search isn't
 * counted. Beyond the month's searches, each page takes its records from the balance, if the account opted in.
 *
 * If the process dies in between, the search is counted, or the page paid for, once; a retry isn't counted again.
 */
export const listActivities = endpoint({
  name: 'listActivities',
  isSearch: true,
  query: SEARCH_PARAMETER_NAMES,
  checksQuery: true,
  async run(request) {
    const { context, exchange, query, signedIn } = request;
    const search = readSearchQuery(query, {
      cursors: cursorsOf(context.config.cursorSecrets, { channel: 'web', accountId: signedIn.account.id }),
      earliestActivityDate: context.config.earliestActivityDate,
      nowMs: context.clock(),
    });
    if (search.identifiers) {
      await checkIdentifiers(context.filterOptions, exchange.call(), search.identifiers, query.issues);
    }
    refuse(query.issues);
    const recording = recordingOf(request, placedQuery(query.values, search.continuation));
    if (recording.isSearch && !recording.isUnlimited)
      await recordSearch(request, { ...recording, checkOnly: true });
    const { body, mode, records } = await runSearch(context.searching, exchange, search);
    const { web: searches, paidRecords } = await recordSearch(request, { ...recording, mode, records });
    context.metrics.activitiesAnswered(recording.isSearch ? 'search' : 'browse');
    const isUnlimited = signedIn.account.plan === identity.Plan.PAID;
    exchange.setHeader(SEARCHES_USED_HEADER, String(searches?.used ?? 0n));
    exchange.setHeader(
      SEARCHES_REMAINING_HEADER,
      isUnlimited ? UNLIMITED : String(searches?.remaining ?? 0n),
    );
    exchange.setHeader(RECORDS_CONSUMED_HEADER, String(paidRecords));
    exchange.setHeader('Cache-Control', 'no-store');
    await sendCompressible(exchange, 200, JSON_CONTENT_TYPE, body);
    return undefined;
  },
});

/**
 * The page's identity. A semantic cursor contains times, so use the position inside it instead: then the page is paid
 * for only once, even after the search is reloaded. Keyword cursors are always the same.
 */
function placedQuery(
  values: ReadonlyMap<string, string>,
  continuation: SearchQuery['continuation'],
): ReadonlyMap<string, string> {
  if (!continuation) return values;
  const { similarityMillionths, id } = continuation.after;
  return new Map([...values, ['cursor', `${similarityMillionths}:${id}`]]);
}
