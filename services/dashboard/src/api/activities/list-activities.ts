import { JSON_CONTENT_TYPE } from '@heliograph/edge';
import {
  RECORDS_CONSUMED_HEADER,
  SEARCHES_REMAINING_HEADER,
  SEARCHES_USED_HEADER,
} from '@heliograph/dashboard-api';
import { identity, ledger } from '@heliograph/proto';
import { retryUnavailable, toServiceError, uuidv7 } from '@heliograph/runtime';
import {
  checkIdentifiers,
  cursorsOf,
  readSearchQuery,
  runSearch,
  SEARCH_PARAMETER_NAMES,
} from '@heliograph/signal-search';
import { monthOf } from '../../domain/days';
import { isSearch, searchKeys } from '../../domain/web-search';
import { signatureKey } from '../../payments/signed-message';
import { endpoint, refuse, type EndpointRequest } from '../endpoint';

const RECORD_TIMEOUT_MS = 4_000;
const RECORD_ATTEMPT_MS = 2_000;
const UNLIMITED = 'unlimited';
const SEARCH_PURPOSE = 'web search';

/**
 * `GET /activities`: the data API's search. Before it runs, the month must have a search left, or the balance must pay for
 * more. It is recorded once its result is known and before it is answered, so a failed search isn't counted. Beyond the
 * month's searches a page takes its records from the balance, if the account chose so.
 *
 * If the process dies in between, the search is counted, or the page paid, once; a retry isn't counted again.
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
      await checkIdentifiers(context.filterOptions, exchange.call(), search.identifiers, query.faults);
    }
    refuse(query.faults);
    const recording = recordingOf(request);
    if (recording.isSearch && !recording.isUnlimited)
      await record(request, { ...recording, checkOnly: true });
    const { body, mode, records } = await runSearch(context.searching, exchange, search);
    const { web: searches, paidRecords } = await record(request, { ...recording, mode, records });
    context.metrics.activitiesAnswered(recording.isSearch ? 'search' : 'browse');
    const isUnlimited = signedIn.account.plan === identity.Plan.PAID;
    exchange.setHeader(SEARCHES_USED_HEADER, String(searches?.used ?? 0n));
    exchange.setHeader(
      SEARCHES_REMAINING_HEADER,
      isUnlimited ? UNLIMITED : String(searches?.remaining ?? 0n),
    );
    exchange.setHeader(RECORDS_CONSUMED_HEADER, String(paidRecords));
    exchange.setHeader('Cache-Control', 'no-store');
    exchange.send(200, JSON_CONTENT_TYPE, body);
    return undefined;
  },
});

/** What is recorded of a request, once the mode and the records of its search are known. */
function recordingOf({
  context: { config, clock },
  exchange,
  signedIn: { account, session },
  query,
}: EndpointRequest<undefined>): ledger.RecordWebRequestRequest {
  const counts = isSearch(query.values);
  const key = signatureKey(config.cursorSecrets.current, SEARCH_PURPOSE);
  const keys = searchKeys(key, account.id, monthOf(clock()), query.values);
  return ledger.RecordWebRequestRequest.create({
    eventId: counts && keys ? keys.searchId : uuidv7(),
    accountId: account.id,
    credentialId: session.id,
    operation: counts ? 'searchActivities' : 'browseActivities',
    requestId: exchange.requestId,
    isSearch: counts,
    isUnlimited: account.plan === identity.Plan.PAID,
    searchId: keys?.searchId ?? '',
    pageId: keys?.pageId ?? '',
  });
}

/** @throws ServiceError `insufficient_records` when the month's searches are used up, and the balance does not pay for more. */
async function record(
  { context, exchange }: EndpointRequest<undefined>,
  recording: ledger.RecordWebRequestRequest,
): Promise<ledger.RecordWebRequestResponse> {
  try {
    return await retryUnavailable(
      (timeoutMs) => context.clients.ledger.recordWebRequest(recording, exchange.call(timeoutMs)),
      { totalMs: RECORD_TIMEOUT_MS, attemptMs: RECORD_ATTEMPT_MS },
    );
  } catch (error) {
    if (toServiceError(error).code === 'insufficient_records') context.metrics.activitiesAnswered('refused');
    throw error;
  }
}
