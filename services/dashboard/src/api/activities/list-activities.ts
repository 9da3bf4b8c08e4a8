import { SEARCH_ID_HEADER, SEARCHES_REMAINING_HEADER, SEARCHES_USED_HEADER } from '@heliograph/dashboard-api';
import { identity, ledger } from '@heliograph/proto';
import { retryUnavailable, toServiceError, uuidv7 } from '@heliograph/runtime';
import {
  checkIdentifiers,
  cursorsOf,
  readSearchQuery,
  runSearch,
  SEARCH_PARAMETER_NAMES,
  type Query,
} from '@heliograph/signal-search';
import { monthOf } from '../../domain/days';
import { isSearch, isSearchId, searchEventId } from '../../domain/web-search';
import { JSON_CONTENT_TYPE, type Exchange } from '../../http/exchange';
import { endpoint, refuse, type EndpointRequest } from '../endpoint';

const RECORD_TIMEOUT_MS = 4_000;
const RECORD_ATTEMPT_MS = 2_000;
const UNLIMITED = 'unlimited';

/**
 * `GET /activities`: the data API's search, without records. Whether the month has a search left is looked at before it is run; it is
 * recorded once its result is known and before it is answered, so that a search that failed is none of the month's.
 *
 * Dies between the two: the search counts, and the repetition of it under its name does not.
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
    const searchId = readSearchId(exchange, query);
    if (search.identifiers) {
      await checkIdentifiers(context.catalogue, exchange.call(), search.identifiers, query.faults);
    }
    refuse(query.faults);
    const recording = recordingOf(request, searchId);
    if (recording.isSearch && !recording.isUnlimited)
      await record(request, { ...recording, checkOnly: true });
    const { body, mode } = await runSearch(context.searching, exchange, search);
    const searches = await record(request, { ...recording, mode });
    context.metrics.activitiesAnswered(recording.isSearch ? 'search' : 'browse');
    const isUnlimited = signedIn.account.plan === identity.Plan.PAID;
    exchange.setHeader(SEARCHES_USED_HEADER, String(searches?.used ?? 0n));
    exchange.setHeader(
      SEARCHES_REMAINING_HEADER,
      isUnlimited ? UNLIMITED : String(searches?.remaining ?? 0n),
    );
    exchange.setHeader('Cache-Control', 'no-store');
    exchange.send(200, JSON_CONTENT_TYPE, body);
    return undefined;
  },
});

function readSearchId(exchange: Exchange, { faults }: Query): string {
  const header = exchange.header(SEARCH_ID_HEADER.toLowerCase());
  // A search without a name is one of its own each time.
  if (header === undefined || header === '') return uuidv7();
  if (!isSearchId(header)) {
    const message = 'must be 8 to 128 letters, digits, underscores or hyphens';
    faults.push({ code: 'invalid_parameter', parameter: SEARCH_ID_HEADER, message });
  }
  return header;
}

/** What is recorded of a request, once the mode of its search is known. */
function recordingOf(
  { context, exchange, signedIn: { account, session }, query }: EndpointRequest<undefined>,
  searchId: string,
): ledger.RecordWebRequestRequest {
  const counts = isSearch(query.values);
  return ledger.RecordWebRequestRequest.create({
    eventId: counts ? searchEventId(account.id, monthOf(context.clock()), searchId, query.values) : uuidv7(),
    accountId: account.id,
    credentialId: session.id,
    operation: counts ? 'searchActivities' : 'browseActivities',
    requestId: exchange.requestId,
    isSearch: counts,
    isUnlimited: account.plan === identity.Plan.PAID,
  });
}

/** @returns the month's searches. @throws ServiceError `insufficient_records` when they are used up. */
async function record(
  { context, exchange }: EndpointRequest<undefined>,
  recording: ledger.RecordWebRequestRequest,
): Promise<ledger.Allowance | undefined> {
  try {
    const { web } = await retryUnavailable(
      (timeoutMs) => context.clients.ledger.recordWebRequest(recording, exchange.call(timeoutMs)),
      { totalMs: RECORD_TIMEOUT_MS, attemptMs: RECORD_ATTEMPT_MS },
    );
    return web;
  } catch (error) {
    if (toServiceError(error).code === 'insufficient_records') context.metrics.activitiesAnswered('refused');
    throw error;
  }
}
