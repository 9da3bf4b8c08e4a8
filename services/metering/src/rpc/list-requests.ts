import { onDatabase } from '@heliograph/postgres';
import type { metering } from '@heliograph/proto';
import type { Context } from '../context';
import { logPageFromRequest } from './convert-requests';

/** Logged requests of an account, newest first. */
export async function listRequests(
  { requestLog }: Context,
  request: metering.ListRequestsRequest,
): Promise<metering.ListRequestsResponse> {
  const { accountId, filter, limit, before } = logPageFromRequest(request);
  const { entries, next } = await onDatabase(() => requestLog.list(accountId, filter, limit, before));
  return { requests: entries, nextPageToken: next ?? '', retentionDays: requestLog.retentionDays };
}
