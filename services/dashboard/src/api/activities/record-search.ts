import { PAYMENT_AGREED_HEADER } from '@heliograph/dashboard-api';
import { identity, ledger } from '@heliograph/proto';
import { retryUnavailable, toServiceError, uuidv7 } from '@heliograph/runtime';
import { monthOf } from '../../domain/days';
import { isSearch, searchKeys } from '../../domain/web-search';
import { signatureKey } from '../../payments/signed-message';
import type { EndpointRequest } from '../endpoint';

const RECORD_TIMEOUT_MS = 4_000;
const RECORD_ATTEMPT_MS = 2_000;
const SEARCH_PURPOSE = 'web search';

type Asked = Pick<EndpointRequest<unknown>, 'context' | 'exchange' | 'signedIn'>;

/**
 * What to record for a request, once its search's mode and records are known.
 *
 * @param values the search and its page.
 */
export function recordingOf(
  { context: { config, clock }, exchange, signedIn: { account, session } }: Asked,
  values: ReadonlyMap<string, string>,
): ledger.RecordWebRequestRequest {
  const counts = isSearch(values);
  const key = signatureKey(config.cursorSecrets.current, SEARCH_PURPOSE);
  const keys = searchKeys(key, account.id, monthOf(clock()), values);
  return ledger.RecordWebRequestRequest.create({
    eventId: counts && keys ? keys.searchId : uuidv7(),
    accountId: account.id,
    credentialId: session.id,
    operation: counts ? 'searchActivities' : 'browseActivities',
    requestId: exchange.requestId,
    isSearch: counts,
    isUnlimited: account.plan === identity.Plan.PAID,
    freeOnly: exchange.header(PAYMENT_AGREED_HEADER.toLowerCase()) !== 'true',
    searchId: keys?.searchId ?? '',
    pageId: keys?.pageId ?? '',
  });
}

/**
 * @throws ServiceError `insufficient_records` when the month's searches are used up and the balance cannot pay for
 * more, or the user has not agreed to that.
 */
export async function recordSearch(
  { context, exchange }: Asked,
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
